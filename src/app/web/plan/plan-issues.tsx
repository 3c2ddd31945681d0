import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { CampaignIssues } from "../campaign/campaign-issues.tsx";
import { hasIssues } from "../campaign/list-issues.ts";
import { Rejections } from "../campaign/rejections.tsx";
import { WaitingToRun } from "../campaign/waiting-to-run.tsx";
import classes from "./plan.module.css";

type Props = {
  plan: PlanDetails;
  /** When the plan was read, by this browser's clock in milliseconds. */
  readAt: number;
};

/** What waits in each campaign of the plan (drift, refusals, rejected ads), with the way to settle it. */
export function PlanIssues({ plan, readAt }: Props) {
  const { t } = useTranslation("campaigns");
  return plan.campaigns.filter(hasIssues).map((campaign) => {
    const platform = t(`platform_names.${campaign.platform}`);
    return (
      <section key={campaign.id} className={classes.issues} aria-label={platform}>
        <h2 className={classes.issuesOf}>
          <PlatformIcon platform={campaign.platform} size={28} />
          <Link to="/campaigns/$id" params={{ id: campaign.id }}>
            {platform}
          </Link>
        </h2>
        <CampaignIssues campaign={campaign} readAt={readAt} />
        <Rejections campaign={campaign} />
        <WaitingToRun campaign={campaign} />
      </section>
    );
  });
}
