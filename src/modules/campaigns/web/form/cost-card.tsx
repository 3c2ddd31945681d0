import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { computeMaxCostToday } from "../../contract/cost.ts";
import { MissingFundsNote } from "../missing-funds-note.tsx";
import { toCostFacts, useMissingFunds, useReserve } from "../use-missing-funds.ts";
import type { CampaignDraft } from "./draft.ts";
import classes from "./form.module.css";

/**
 * The campaign's maximum cost today, its reserve while it runs, and what is missing for that; updated while the
 * merchant types. `held`: what it already reserves, in halalas.
 */
export function CostCard({ campaign, held = 0 }: { campaign: CampaignDraft; held?: number }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const format = useFormat();
  const now = useNow();
  const reserve = useReserve(campaign);
  const missingFunds = useMissingFunds(campaign, held);
  const limits = getCapabilities(campaign.platform, campaign.placements);
  const facts = toCostFacts(campaign, now);
  if (!limits || !facts || reserve === null) return <Card title={t("cost")}>{t("cost_empty")}</Card>;
  return (
    <Card title={t("cost")}>
      <div className={classes.figures}>
        <div className={classes.figure}>
          <span>{t("most_today")}</span>
          <strong>
            <Money halalas={computeMaxCostToday(facts, now)} />
          </strong>
        </div>
        <div className={classes.figure}>
          <span>{t("campaigns:reserve")}</span>
          <strong>
            <Money halalas={reserve} />
          </strong>
        </div>
        {missingFunds ? <MissingFundsNote missingFunds={missingFunds} /> : null}
        <p className={classes.soft}>
          {t("cost_words", {
            platform: t(`campaigns:platform_names.${campaign.platform}`),
            share: format.percent(limits.maxDailyOverdeliveryBasisPoints / 10_000 - 1),
          })}
        </p>
      </div>
    </Card>
  );
}
