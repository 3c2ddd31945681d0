import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { type AudienceSplit, audienceSplits } from "#modules/ad-accounts/contract/platforms.ts";
import { type Breakdown, breakdowns } from "#modules/reports/contract/breakdowns.ts";
import { type Period, useAudience, useBreakdown } from "#modules/reports/web/reports.queries.ts";
import { AudienceRows } from "./audience-rows.tsx";
import { BreakdownChoice, isAudienceSplit } from "./breakdown-choice.tsx";
import { BreakdownRows } from "./breakdown-rows.tsx";

type Props = { campaignId: string; period: Period };

/** What is counted here first; what only the platform can say, after it. */
const views = [...breakdowns, ...audienceSplits];

/** The campaign's figures by ad group, ad or hour, and by who saw it and where; each loaded when it is chosen. */
export function BreakdownCard({ campaignId, period }: Props) {
  const { t } = useTranslation("campaign");
  const [by, setBy] = useState<Breakdown | AudienceSplit>("ad_group");
  const of = { campaignId, period };
  return (
    <Card title={t("breakdown")} aside={<BreakdownChoice views={views} chosen={by} onChoose={setBy} />}>
      {isAudienceSplit(by) ? <Audience {...of} by={by} /> : <Split {...of} by={by} />}
    </Card>
  );
}

function Split({ campaignId, period, by }: Props & { by: Breakdown }) {
  const { t } = useTranslation("campaign");
  const query = useBreakdown(campaignId, by, period);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {(data) => <BreakdownRows caption={t("breakdown")} data={data} by={by} />}
    </QueryBoundary>
  );
}

/** As the platform says it now; some platforms do not. */
function Audience({ campaignId, period, by }: Props & { by: AudienceSplit }) {
  const { t } = useTranslation("campaign");
  const query = useAudience(campaignId, by, period);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {({ rows }) => (
        <AudienceRows rows={rows} by={by} unsaid={t("platform_does_not_say")} note={t("audience_note")} />
      )}
    </QueryBoundary>
  );
}
