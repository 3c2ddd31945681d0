import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import type { SeasonBudget } from "#modules/campaigns/contract/season-budgets.calls.ts";
import { useCancelSeasonBudget, useSeasonBudgets } from "#modules/campaigns/web/season-budgets.queries.ts";
import { SeasonDates } from "#modules/seasons/web/seasons.parts.tsx";
import classes from "./season-budget.module.css";
import { SeasonChoices } from "./season-choices.tsx";

/** A budget for each day of a season: the one under way, or the seasons for which one can be accepted. */
export function SeasonBudgetCard({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation("campaign");
  const budgets = useSeasonBudgets(campaignId).data;
  const current = budgets?.current ?? null;
  if (current && current.ended_at === null) return <UnderWay campaignId={campaignId} budget={current} />;
  if (!budgets || (budgets.choices.length === 0 && !current)) return null;
  return (
    <Card title={t("season_budget.title")}>
      <div className={classes.stack}>
        {current?.end_reason ? <p>{t(`season_budget.ends.${current.end_reason}`)}</p> : null}
        <SeasonChoices campaignId={campaignId} choices={budgets.choices} />
      </div>
    </Card>
  );
}

function UnderWay({ campaignId, budget }: { campaignId: string; budget: SeasonBudget }) {
  const { t } = useTranslation(["campaign", "seasons"]);
  const cancel = useCancelSeasonBudget(campaignId);
  return (
    <Card
      title={t("campaign:season_budget.under_way", { season: t(`seasons:names.${budget.key}`) })}
      aside={<SeasonDates from={budget.starts_on} to={budget.ends_on} />}
    >
      <div className={classes.stack}>
        {budget.failure ? (
          <Banner tone="waiting" title={t("campaign:season_budget.failed")}>
            {t(`campaign:season_budget.failures.${budget.failure}`)}
          </Banner>
        ) : null}
        <table className={classes.days}>
          <caption className="visually-hidden">{t("campaign:season_budget.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("campaign:season_budget.day")}</th>
              <th scope="col">{t("campaign:season_budget.budget")}</th>
              <th scope="col">{t("campaign:status_name")}</th>
            </tr>
          </thead>
          <tbody>
            {budget.days.map(({ day, budget_halalas, state }) => (
              <tr key={day} data-state={state}>
                <td>
                  <DateText at={`${day}T12:00:00+03:00`} style="short" />
                </td>
                <td>
                  <Money halalas={budget_halalas} whole />
                </td>
                <td>{t(`campaign:season_budget.states.${state}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          {t("campaign:season_budget.back_to")} <Money halalas={budget.budget_before_halalas} whole />
        </p>
        {cancel.error ? <ErrorLine>{cancel.error.message}</ErrorLine> : null}
        <div>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(budget.id)}>
            {t("campaign:season_budget.cancel")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
