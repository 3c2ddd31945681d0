import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine, MoneyField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { SeasonBudgetPreview, SeasonChoice } from "#modules/campaigns/contract/season-budgets.calls.ts";
import {
  useAcceptSeasonBudget,
  useSeasonBudgetPreview,
} from "#modules/campaigns/web/season-budgets.queries.ts";
import { SeasonDates } from "#modules/seasons/web/seasons.parts.tsx";
import campaignClasses from "./campaign.module.css";
import classes from "./season-budget.module.css";

/** Milliseconds without a key until the days are computed for what was typed. */
const typingPauseMs = 400;

type Props = { campaignId: string; choices: readonly SeasonChoice[] };

/** The seasons ahead; the chosen one with its days, before anything is accepted. */
export function SeasonChoices({ campaignId, choices }: Props) {
  const { t } = useTranslation(["campaign", "seasons"]);
  const [chosen, choose] = useState<string | null>(null);
  const choice = choices.find(({ season }) => season === chosen);
  if (choices.length === 0) return null;
  return (
    <>
      <p className={campaignClasses.soft}>{t("campaign:season_budget.offer_words")}</p>
      <fieldset className={classes.seasons}>
        <legend className="visually-hidden">{t("campaign:season_budget.season")}</legend>
        {choices.map(({ season, key, starts_on, ends_on }) => (
          <button key={season} type="button" aria-pressed={season === chosen} onClick={() => choose(season)}>
            <strong>{t(`seasons:names.${key}`)}</strong>
            <SeasonDates from={starts_on} to={ends_on} />
          </button>
        ))}
      </fieldset>
      {choice ? <ChosenSeason key={choice.season} campaignId={campaignId} choice={choice} /> : null}
    </>
  );
}

function ChosenSeason({ campaignId, choice }: { campaignId: string; choice: SeasonChoice }) {
  const { t } = useTranslation("campaign");
  const format = useFormat();
  const [total, setTotal] = useState<number | null>(choice.total_halalas);
  const [settled] = useDebouncedValue(total, typingPauseMs);
  const preview = useSeasonBudgetPreview({ campaignId, season: choice.season, total: settled });
  const accept = useAcceptSeasonBudget(campaignId);
  // The days on screen must be those of the typed total: they are what is accepted.
  const shown = preview.isSuccess && !preview.isPlaceholderData ? preview.data : null;
  const ready = shown?.total_halalas === total ? shown : null;
  const minimum = format.riyals(choice.minimum_halalas, true);
  return (
    <>
      <MoneyField
        label={t("season_budget.total")}
        description={t("season_budget.minimum", { amount: minimum })}
        value={total}
        error={preview.isError ? preview.error.message : undefined}
        onChange={setTotal}
      />
      {preview.data && !preview.isError ? <Days preview={preview.data} /> : null}
      {preview.isPending && settled ? <SkeletonRows count={4} /> : null}
      {accept.error ? <ErrorLine>{accept.error.message}</ErrorLine> : null}
      <p className={campaignClasses.soft}>
        {t("season_budget.hold_note")} {t("campaign:season_budget.estimate")}
      </p>
      <div>
        <Button
          color="clay"
          disabled={ready === null}
          loading={accept.isPending}
          onClick={() => ready && accept.mutate({ season: choice.season, preview: ready })}
        >
          {t("season_budget.accept")}
        </Button>
      </div>
    </>
  );
}

function Days({ preview }: { preview: SeasonBudgetPreview }) {
  const { t } = useTranslation("campaign");
  return (
    <>
      <table className={classes.days}>
        <caption className="visually-hidden">{t("season_budget.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("season_budget.day")}</th>
            <th scope="col">{t("season_budget.budget")}</th>
            <th scope="col">{t("season_budget.most")}</th>
          </tr>
        </thead>
        <tbody>
          {preview.days.map(({ day, budget_halalas, most_halalas }) => (
            <tr key={day}>
              <td>
                <DateText at={`${day}T12:00:00+03:00`} style="short" />
              </td>
              <td>
                <Money halalas={budget_halalas} whole />
              </td>
              <td>
                <Money halalas={most_halalas} whole />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.sums}>
        <div>
          <dt>{t("season_budget.most_all")}</dt>
          <dd>
            <Money halalas={preview.most_halalas} whole />
          </dd>
        </div>
        <div>
          <dt>{t("season_budget.hold")}</dt>
          <dd>
            <Money halalas={preview.hold_halalas} whole />
          </dd>
        </div>
      </dl>
    </>
  );
}
