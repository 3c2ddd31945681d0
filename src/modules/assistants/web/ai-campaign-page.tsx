import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { useAdAccounts } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import classes from "./ai-campaign.module.css";
import { DescriptionForm } from "./ai-campaign-form.tsx";
import { PlannedDraft } from "./ai-campaign-result.tsx";
import type { PlannedCampaign } from "./planner-calls.ts";
import { QuotaBar } from "./quota-bar.tsx";
import { useWriterState } from "./writer.queries.ts";

/** `/campaigns/AddAi` and `/first-campaign/ai-form`: a campaign's draft from what the merchant says of it. */
export function AiCampaignPage() {
  const { t } = useTranslation("assistants");
  const state = useWriterState();
  const accounts = useAdAccounts();
  const [planned, setPlanned] = useState<PlannedCampaign | null>(null);
  return (
    <>
      <PageHeader title={t("planner.title")} lead={t("planner.lead")} />
      <div className={classes.page}>
        <div className={classes.side}>
          <QueryBoundary query={state} fallback={<SkeletonRows count={1} />}>
            {(data) => <QuotaBar state={data} />}
          </QueryBoundary>
          <QueryBoundary query={accounts} fallback={<SkeletonRows count={4} />}>
            {({ ad_accounts }) => (
              <DescriptionForm
                linked={listLinked(ad_accounts)}
                hasDraft={planned !== null}
                onPlanned={setPlanned}
              />
            )}
          </QueryBoundary>
        </div>
        <PlannedDraft planned={planned} />
      </div>
    </>
  );
}

const listLinked = (accounts: readonly { platform: Platform; status: string }[]): Platform[] => [
  ...new Set(accounts.filter(({ status }) => status === "linked").map(({ platform }) => platform)),
];
