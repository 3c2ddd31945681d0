import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { FigureSource } from "#modules/reports/web/figure-sources.tsx";
import { useCampaignFigures } from "#modules/reports/web/reports.queries.ts";
import { BreakdownCard } from "../campaign/breakdown-card.tsx";
import campaignClasses from "../campaign/campaign.module.css";
import { getEmptyReason } from "../campaign/empty-reason.ts";
import { Groups } from "../campaign/groups.tsx";
import type { ChosenPeriod } from "../campaign/period.ts";
import { SeasonBudgetCard } from "../campaign/season-budget.tsx";
import { SyncStateCard } from "../campaign/sync-state-card.tsx";
import { TermsCard } from "../campaign/terms-card.tsx";
import classes from "./plan.module.css";

type Props = { plan: PlanDetails; period: ChosenPeriod };

/** One campaign of the plan at a time, with all that its own page has: its terms, breakdown, ad groups and ads. */
export function PlanParts({ plan, period }: Props) {
  const { t } = useTranslation(["plan", "campaigns"]);
  const [chosen, choose] = useState<string | null>(null);
  const campaign = plan.campaigns.find(({ id }) => id === chosen) ?? plan.campaigns[0];
  if (!campaign) return null;
  return (
    <section className={classes.page} aria-label={t("plan:each_platform")}>
      <div className={classes.bar}>
        <h2>{t("plan:each_platform")}</h2>
        <fieldset className={campaignClasses.periods}>
          <legend className="visually-hidden">{t("plan:each_platform")}</legend>
          {plan.campaigns.map(({ id, platform }) => (
            <button
              key={id}
              type="button"
              className={classes.part}
              aria-pressed={id === campaign.id}
              onClick={() => choose(id)}
            >
              <PlatformIcon platform={platform} size={28} />
              {t(`campaigns:platform_names.${platform}`)}
            </button>
          ))}
        </fieldset>
      </div>
      <Part key={campaign.id} campaign={campaign} period={period} />
    </section>
  );
}

function Part({ campaign, period }: { campaign: CampaignDetails; period: ChosenPeriod }) {
  const { t } = useTranslation("campaign");
  const figures = useCampaignFigures(campaign.id, period);
  const figuresByAd = new Map(figures.data?.ads.map((ad) => [ad.ad_id, ad]));
  return (
    <>
      <FigureSource adAccountId={campaign.ad_account_id} />
      <div className={campaignClasses.split}>
        <div className={classes.page}>
          <SyncStateCard campaign={campaign} />
          <SeasonBudgetCard campaignId={campaign.id} planId={null} />
        </div>
        <TermsCard campaign={campaign} />
      </div>
      <QueryBoundary query={figures} fallback={<SkeletonRows count={4} />}>
        {({ emptiness }) =>
          emptiness === null ? (
            <BreakdownCard campaignId={campaign.id} period={period} />
          ) : (
            <Card>
              <EmptyState title={t(`${getEmptyReason(campaign, emptiness)}_title`)}>
                {t(`${getEmptyReason(campaign, emptiness)}_words`)}
              </EmptyState>
            </Card>
          )
        }
      </QueryBoundary>
      <Groups campaign={campaign} figuresByAd={figuresByAd} />
    </>
  );
}
