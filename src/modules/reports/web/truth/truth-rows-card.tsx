import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "#base/web/kit/data-table.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TruthRow } from "../../contract/truth.calls.ts";
import { RowName } from "./row-name.tsx";
import classes from "./truth.module.css";
import { truthRowsQuery } from "./truth.queries.ts";
import { OverClaimValue, Riyals } from "./truth-table.tsx";

type By = "campaign" | "week";

/** The same three numbers by campaign and by week. */
export function TruthRowsCard({ scope }: { scope: ReportScope }) {
  const { t } = useTranslation("reports_truth");
  const [by, setBy] = useState<By>("campaign");
  const query = useInfiniteQuery(truthRowsQuery(scope, by));
  return (
    <Card
      title={t(`rows.${by}`)}
      aside={
        <SegmentedControl
          aria-label={t("rows.by")}
          value={by}
          onChange={(value) => setBy(value as By)}
          data={(["campaign", "week"] as const).map((value) => ({ value, label: t(`rows.by_${value}`) }))}
        />
      }
    >
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <p className={classes.quiet}>{t("rows.none")}</p>;
          return (
            <>
              <Rows rows={rows} by={by} />
              {query.hasNextPage ? (
                <Button
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("rows.more")}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}

function Rows({ rows, by }: { rows: TruthRow[]; by: By }) {
  const { t } = useTranslation("reports_truth");
  const ratio = (value: number | null) =>
    value === null ? <NoData label={t("no_spend")} /> : <Figure value={value} decimals={2} after="×" />;
  return (
    <DataTable
      caption={t(`rows.${by}`)}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: "name", header: t(`rows.by_${by}`), kind: "main", cell: (row) => <KeyName row={row} /> },
        {
          key: "claimed",
          header: t("claimed"),
          kind: "figure",
          cell: ({ claimed }) =>
            claimed ? <Riyals halalas={claimed.halalas} /> : <NoData label={t("no_city_claims")} />,
        },
        {
          key: "proven",
          header: t("proven"),
          kind: "figure",
          cell: ({ proven }) => <Riyals halalas={proven.halalas} />,
        },
        {
          key: "delivered",
          header: t("delivered"),
          kind: "figure",
          cell: ({ delivered }) => <Riyals halalas={delivered.halalas} />,
        },
        { key: "factor", header: t("over_claim"), cell: (row) => <OverClaimValue value={row.over_claim} /> },
        {
          key: "roas",
          header: t("roas_delivered"),
          kind: "figure",
          cell: (row) => ratio(row.roas_delivered),
        },
      ]}
    />
  );
}

function KeyName({ row: { key, name, platform } }: { row: TruthRow }) {
  const { t } = useTranslation("reports_truth");
  if (!platform)
    return (
      <>
        {t("rows.week_of")} <DateText at={`${key}T09:00:00Z`} style="short" />
      </>
    );
  return <RowName campaignId={key} name={name} platform={platform} />;
}
