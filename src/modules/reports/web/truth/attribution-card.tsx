import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DataTable } from "#base/web/kit/data-table.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { type CurrentUser, useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { attributionWindows, defaultAttribution } from "#modules/tracking/contract/attribution.ts";
import { RestatementsPart } from "#modules/tracking/web/restatements/restatements.parts.tsx";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { AttributionRows } from "../../contract/truth.calls.ts";
import { useReportState } from "../frame/use-report-state.ts";
import { RowName } from "./row-name.tsx";
import classes from "./truth.module.css";
import { attributionQuery } from "./truth.queries.ts";
import { Riyals } from "./truth-table.tsx";

/** The orders that ads brought, by first and by last click side by side, in a window that the address keeps. */
export function AttributionCard({ scope }: { scope: ReportScope }) {
  const { t } = useTranslation("reports_truth");
  const { state, adjust } = useReportState();
  const { data: user } = useCurrentUser();
  const windowDays = state.window_days ?? user?.attribution_window_days ?? defaultAttribution.windowDays;
  const query = useInfiniteQuery(attributionQuery(scope, windowDays));
  return (
    <Card
      title={t("attribution.title")}
      aside={
        <SegmentedControl
          aria-label={t("attribution.window")}
          value={String(windowDays)}
          onChange={(value) =>
            adjust({ window_days: attributionWindows.find((days) => String(days) === value) })
          }
          data={attributionWindows.map((days) => ({
            value: String(days),
            label: t("attribution.days", { count: days }),
          }))}
        />
      }
    >
      <p className={classes.quiet}>{t("attribution.lead")}</p>
      {scope.city === undefined ? null : <p className={classes.quiet}>{t("attribution.not_by_city")}</p>}
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          const total = pages[0]?.total;
          return (
            <div aria-busy={query.isPlaceholderData}>
              {total ? <Proofs total={total} /> : null}
              {rows.length === 0 ? (
                <p className={classes.quiet}>{t("attribution.none")}</p>
              ) : (
                <Rows rows={rows} user={user} />
              )}
              {query.hasNextPage ? (
                <Button
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("rows.more")}
                </Button>
              ) : null}
            </div>
          );
        }}
      </QueryBoundary>
      <RestatementsPart />
    </Card>
  );
}

/** How many orders have a proof in this window, and how many have none. */
function Proofs({ total: { sums, witnesses } }: { total: AttributionRows["total"] }) {
  const { t } = useTranslation("reports_truth");
  return (
    <p>
      {t("attribution.proven", { count: sums.orders_placed - witnesses.none })}{" "}
      {t("attribution.not_proven", { count: witnesses.none })}
    </p>
  );
}

type Row = AttributionRows["items"][number];

const lastClickFirst = ["last_click", "first_click"] as const;
const firstClickFirst = ["first_click", "last_click"] as const;
const placedFirst = ["placed", "delivered"] as const;
const deliveredFirst = ["delivered", "placed"] as const;

/** The click and the orders that the person begins with stand first. */
function Rows({ rows, user }: { rows: Row[]; user: CurrentUser | undefined }) {
  const models = user?.attribution_model === "first_click" ? firstClickFirst : lastClickFirst;
  const counts = user?.counted_orders === "delivered" ? deliveredFirst : placedFirst;
  const { t } = useTranslation("reports_truth");
  const orders = (count: number, halalas: number) => (
    <span className={classes.value}>
      <Riyals halalas={halalas} />
      <small>{t("orders", { count })}</small>
    </span>
  );
  return (
    <DataTable
      caption={t("attribution.title")}
      rows={rows}
      rowKey={({ campaign_id }) => campaign_id}
      columns={[
        {
          key: "name",
          header: t("rows.by_campaign"),
          kind: "main",
          cell: ({ campaign_id, name, platform }) => (
            <RowName campaignId={campaign_id} name={name} platform={platform} />
          ),
        },
        ...counts.flatMap((count) =>
          models.map((model) => ({
            key: `${model}_${count}`,
            header: t(`attribution.${count === "placed" ? model : `${model}_delivered`}`),
            kind: "figure" as const,
            cell: (row: Row) => orders(row[model][`orders_${count}`], row[model][`sales_${count}_halalas`]),
          })),
        ),
        {
          key: "conflict",
          header: t("attribution.conflict"),
          kind: "figure",
          cell: ({ witnesses }) => t("orders", { count: witnesses.conflict }),
        },
      ]}
    />
  );
}
