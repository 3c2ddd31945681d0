import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { Money } from "#base/web/money.tsx";
import { useNow } from "#base/web/now.ts";
import { Card } from "#base/web/page.tsx";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import { mostTodayCanCost, reserveOf } from "../../contract/cost.ts";
import type { CampaignDraft } from "./draft.ts";
import classes from "./form.module.css";

/** The most a campaign can cost today, and what is held from the wallet while it runs; counted as one types. */
export function CostCard({ campaign }: { campaign: CampaignDraft }) {
  const { t } = useTranslation("campaigns");
  const now = useNow();
  const limits = capabilitiesOf(campaign.platform, campaign.channels);
  const budget = campaign.daily_budget_halalas;
  if (!limits || !budget) return <Card title={t("form.cost")}>{t("form.cost_empty")}</Card>;
  const facts = {
    dailyBudget: halalas(budget),
    worstDayBasisPoints: limits.worstDayBasisPoints,
    startsAt: campaign.starts_at === null ? now : new Date(campaign.starts_at),
    endsAt: campaign.ends_at === null ? null : new Date(campaign.ends_at),
    maySpendSince: null,
  };
  // Held from the start on: the days it will then have left count.
  const heldFrom = new Date(Math.max(now.getTime(), facts.startsAt.getTime()));
  return (
    <Card title={t("form.cost")}>
      <div className={classes.figures}>
        <div className={classes.figure}>
          <span>{t("form.most_today")}</span>
          <strong>
            <Money halalas={mostTodayCanCost(facts, now)} />
          </strong>
        </div>
        <div className={classes.figure}>
          <span>{t("form.reserve")}</span>
          <strong>
            <Money halalas={reserveOf(facts, heldFrom)} />
          </strong>
        </div>
        <p className={classes.soft}>
          {t("form.cost_words", {
            platform: t(`platform_names.${campaign.platform}`),
            percent: Math.round((limits.worstDayBasisPoints - 10_000) / 100),
          })}
        </p>
      </div>
    </Card>
  );
}
