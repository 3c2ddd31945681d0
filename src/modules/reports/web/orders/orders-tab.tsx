import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonCards, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import type { OrdersReport } from "../../contract/orders.calls.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { AgesCard } from "./ages-card.tsx";
import { ListCard } from "./list-card.tsx";
import classes from "./orders.module.css";
import { type OrdersNarrowed, ordersQuery } from "./orders.queries.ts";
import { RatesCard } from "./rates-card.tsx";
import { StatesCard } from "./states-card.tsx";

/** What became of the stores' orders: by state, how well they are delivered, how old open ones are, and each of them. */
export function OrdersTab({ scope }: { scope: ReportScope }) {
  const query = useQuery(ordersQuery(scope));
  const [narrowed, setNarrowed] = useState<OrdersNarrowed>({});
  return (
    <QueryBoundary query={query} fallback={<OrdersSkeleton />}>
      {(report) =>
        report.emptiness ? (
          <Empty emptiness={report.emptiness} />
        ) : (
          <div className={classes.tab} aria-busy={query.isPlaceholderData}>
            <StatesCard report={report} narrowed={narrowed} onNarrow={setNarrowed} />
            <div className={classes.pair}>
              <RatesCard report={report} scope={scope} />
              <AgesCard report={report} />
            </div>
            <ListCard scope={scope} narrowed={narrowed} onNarrow={setNarrowed} />
          </div>
        )
      }
    </QueryBoundary>
  );
}

function Empty({ emptiness }: { emptiness: NonNullable<OrdersReport["emptiness"]> }) {
  const { t } = useTranslation("reports_orders");
  return (
    <EmptyState
      title={t(`empty.${emptiness}`)}
      action={
        emptiness === "not_connected" ? (
          <LinkButton to="/link-ad-accounts/add-store">{t("empty.connect")}</LinkButton>
        ) : undefined
      }
    >
      {t(`empty.${emptiness}_words`)}
    </EmptyState>
  );
}

const OrdersSkeleton = () => (
  <div className={classes.tab}>
    <SkeletonCards count={4} />
    <Card>
      <SkeletonRows count={6} />
    </Card>
  </div>
);
