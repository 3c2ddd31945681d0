import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Ltr, UserText } from "#base/web/kit/text.tsx";
import type { HealthAnswer, RefusedPurchase } from "../../contract/conversions.calls.ts";
import { refusedQuery } from "../conversions.queries.ts";
import classes from "./conversions.module.css";

type Reason = Pick<HealthAnswer["reasons"][number], "reason_code" | "reason">;

/** Why purchases were refused, and on demand which. Nothing is shown while none was. */
export function ReasonsCard({ reasons }: { reasons: HealthAnswer["reasons"] }) {
  const { t } = useTranslation("conversions_health");
  const [isOpen, setOpen] = useState(false);
  if (reasons.length === 0) return null;
  return (
    <Card title={t("reasons.title")}>
      <ul className={classes.list}>
        {reasons.map((one) => (
          <li key={`${one.platform} ${one.reason_code} ${one.reason}`} className={classes.reason}>
            <span className={classes.grow}>
              <ReasonText {...one} />
            </span>
            <span className={classes.soft}>
              {t(`ad_accounts:platforms.${one.platform}`)} · {t("reasons.count", { count: one.count })}
            </span>
          </li>
        ))}
      </ul>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? "reasons.hide" : "reasons.show")}
      </Button>
      {isOpen ? <RefusedPurchases /> : null}
    </Card>
  );
}

/** A platform's own words are left as they are, in their own direction. */
function ReasonText({ reason_code, reason }: Reason) {
  const { t } = useTranslation("conversions_health");
  return reason_code === "vendor" ? <UserText>{reason}</UserText> : t(`reasons.${reason_code}`);
}

function RefusedPurchases() {
  const { t } = useTranslation("conversions_health");
  const query = useInfiniteQuery(refusedQuery);
  const columns: Column<RefusedPurchase>[] = [
    {
      key: "order",
      header: t("reasons.order"),
      kind: "main",
      cell: ({ order_reference }) => <Ltr>{order_reference}</Ltr>,
    },
    {
      key: "platform",
      header: t("days.platform"),
      cell: ({ platform }) => t(`ad_accounts:platforms.${platform}`),
    },
    {
      key: "value",
      header: t("reasons.value"),
      kind: "figure",
      cell: ({ value_halalas }) => <Money halalas={halalas(value_halalas)} />,
    },
    { key: "at", header: t("reasons.at"), cell: ({ occurred_at }) => <DateText at={occurred_at} /> },
    { key: "why", header: t("reasons.why"), cell: (row) => <ReasonText {...row} /> },
  ];
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
      {({ pages }) => (
        <>
          <DataTable
            caption={t("reasons.caption")}
            columns={columns}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ order_id, platform }) => `${order_id} ${platform}`}
          />
          {query.hasNextPage ? (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t("reasons.more")}
            </Button>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}
