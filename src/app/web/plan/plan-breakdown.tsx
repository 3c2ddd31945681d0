import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { type AudienceSplit, audienceSplits } from "#modules/ad-accounts/contract/platforms.ts";
import { type PlanBreakdown as Breakdown, planBreakdowns } from "#modules/reports/contract/breakdowns.ts";
import type { LeftOut } from "#modules/reports/contract/reports.calls.ts";
import { type Period, usePlanAudience, usePlanBreakdown } from "#modules/reports/web/reports.queries.ts";
import { AudienceRows } from "../campaign/audience-rows.tsx";
import { BreakdownChoice, isAudienceSplit } from "../campaign/breakdown-choice.tsx";
import { BreakdownRows } from "../campaign/breakdown-rows.tsx";
import campaignClasses from "../campaign/campaign.module.css";

type Props = { planId: string; period: Period };

const views = [...planBreakdowns, ...audienceSplits];

/** The plan's figures summed over its platforms; each split is loaded when it is chosen. */
export function PlanBreakdown({ planId, period }: Props) {
  const { t } = useTranslation("plan");
  const [by, setBy] = useState<Breakdown | AudienceSplit>("platform");
  const of = { planId, period };
  return (
    <Card title={t("breakdown")} aside={<BreakdownChoice views={views} chosen={by} onChoose={setBy} />}>
      {isAudienceSplit(by) ? <Audience {...of} by={by} /> : <Split {...of} by={by} />}
    </Card>
  );
}

function Split({ planId, period, by }: Props & { by: Breakdown }) {
  const { t } = useTranslation("plan");
  const query = usePlanBreakdown(planId, by, period);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {(data) => <BreakdownRows caption={t("breakdown")} data={data} by={by} />}
    </QueryBoundary>
  );
}

/** The sum over the platforms that report it; the others are named with what they cost. */
function Audience({ planId, period, by }: Props & { by: AudienceSplit }) {
  const { t } = useTranslation("plan");
  const query = usePlanAudience(planId, by, period);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {({ rows, left_out }) => (
        <>
          <AudienceRows
            rows={rows}
            by={by}
            unsaid={t("no_platform_says")}
            note={t(by === "age" ? "ages_note" : "audience_note")}
          />
          {rows === null ? null : <PlatformsLeftOut platforms={left_out} />}
        </>
      )}
    </QueryBoundary>
  );
}

function PlatformsLeftOut({ platforms }: { platforms: readonly LeftOut[] }) {
  const { t } = useTranslation(["plan", "campaigns"]);
  return platforms.map(({ platform, reason, spend_halalas }) => (
    <p key={platform} className={campaignClasses.soft}>
      {t(`plan:left_out.${reason}`, { platform: t(`campaigns:platform_names.${platform}`) })}{" "}
      <Money halalas={spend_halalas} />
    </p>
  ));
}
