import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonChart, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TruthReport } from "../../contract/truth.calls.ts";
import { AttributionCard } from "./attribution-card.tsx";
import { BridgeCard } from "./bridge-card.tsx";
import { DailyCard } from "./daily-card.tsx";
import classes from "./truth.module.css";
import { truthQuery } from "./truth.queries.ts";
import { TruthRowsCard } from "./truth-rows-card.tsx";
import { TruthTable } from "./truth-table.tsx";

/** What platforms claim, what links prove and what the store delivered: the finding, and the way between the numbers. */
export function TruthTab({ scope }: { scope: ReportScope }) {
  const query = useQuery(truthQuery(scope));
  return (
    <QueryBoundary query={query} fallback={<TruthSkeleton />}>
      {(report) =>
        report.emptiness ? (
          <Empty emptiness={report.emptiness} />
        ) : (
          <div className={classes.tab} aria-busy={query.isPlaceholderData}>
            <TruthTable report={report} />
            <div className={classes.pair}>
              <BridgeCard report={report} scope={scope} />
              <DailyCard report={report} />
            </div>
            <TruthRowsCard scope={scope} />
            <AttributionCard scope={scope} />
          </div>
        )
      }
    </QueryBoundary>
  );
}

const ways = {
  not_connected: "/link-ad-accounts/add-store",
  no_campaigns: "/campaigns/add",
} as const;

function Empty({ emptiness }: { emptiness: NonNullable<TruthReport["emptiness"]> }) {
  const { t } = useTranslation("reports_truth");
  const way = emptiness === "not_connected" || emptiness === "no_campaigns" ? ways[emptiness] : null;
  return (
    <EmptyState
      title={t(`empty.${emptiness}`)}
      action={way ? <LinkButton to={way}>{t(`empty.${emptiness}_action`)}</LinkButton> : undefined}
    >
      {t(`empty.${emptiness}_words`)}
    </EmptyState>
  );
}

const TruthSkeleton = () => (
  <div className={classes.tab}>
    <Card>
      <SkeletonRows count={5} />
    </Card>
    <div className={classes.pair}>
      <Card>
        <SkeletonRows count={6} />
      </Card>
      <Card>
        <SkeletonChart />
      </Card>
    </div>
  </div>
);
