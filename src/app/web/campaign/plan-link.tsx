import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { usePlan } from "#modules/campaigns/web/campaigns.queries.ts";
import classes from "./campaign.module.css";

/** The way to the plan's page, where the plan has campaigns on other platforms too. */
export function PlanLink({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaign");
  const plan = usePlan(campaign.plan_id).data;
  if (!plan || plan.campaigns.length < 2) return null;
  return (
    <Link to="/plans/$id" params={{ id: plan.id }} className={classes.planLink}>
      {plan.campaigns.map(({ id, platform }) => (
        <PlatformIcon key={id} platform={platform} size={28} />
      ))}
      {t("see_plan", { count: plan.campaigns.length })}
    </Link>
  );
}
