import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { DeliveryRateRow, OrdersReport } from "../../contract/orders.calls.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import classes from "./orders.module.css";
import { ratesQuery } from "./orders.queries.ts";

type By = "city" | "product";
type Rate = DeliveryRateRow["cod"];

/** How many of the orders that ended were delivered: of the store, and by city or product. */
export function RatesCard({ report, scope }: { report: OrdersReport; scope: ReportScope }) {
  const { t } = useTranslation("reports_orders");
  const [by, setBy] = useState<By>("city");
  const { rates, expected } = report;
  return (
    <Card title={t("rates")}>
      <dl className={classes.rates}>
        {(["cod", "paid"] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(kind)}</dt>
            <dd>
              <RateValue rate={rates[kind]} />
            </dd>
            <RateWords rate={rates[kind]} />
          </div>
        ))}
      </dl>
      {expected.open.orders > 0 ? (
        <p className={classes.quiet}>
          {t("expected", { count: expected.open.orders })} <Money halalas={expected.expected_halalas} whole />{" "}
          {t("expected_of")} <Money halalas={expected.open.halalas} whole />
        </p>
      ) : null}
      <SegmentedControl
        aria-label={t("rates_by")}
        value={by}
        onChange={(value) => setBy(value as By)}
        data={(["city", "product"] as const).map((value) => ({ value, label: t(`by_${value}`) }))}
      />
      <RateRows scope={scope} by={by} />
    </Card>
  );
}

function RateRows({ scope, by }: { scope: ReportScope; by: By }) {
  const { t } = useTranslation("reports_orders");
  const query = useInfiniteQuery(ratesQuery(scope, by, useLanguage()));
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
      {({ pages }) => (
        <>
          <ul className={classes.rateRows} aria-label={t(`by_${by}`)}>
            {pages
              .flatMap(({ items }) => items)
              .map((row) => (
                <li key={row.key}>
                  <span className={classes.rateName}>
                    {row.name ? <UserText>{row.name}</UserText> : t(`unknown_${by}`)}
                    <small>{t("orders", { count: row.placed.orders })}</small>
                  </span>
                  <RateBar label={t("cod")} rate={row.cod} />
                  <RateBar label={t("paid")} rate={row.paid} />
                </li>
              ))}
          </ul>
          {query.hasNextPage ? (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t("list.more")}
            </Button>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}

function RateBar({ label, rate }: { label: string; rate: Rate }) {
  return (
    <span className={classes.rate}>
      <span>{label}</span>
      <span className={classes.track} aria-hidden>
        <i style={{ inlineSize: `${rate.percent ?? 0}%` }} />
      </span>
      <RateValue rate={rate} />
    </span>
  );
}

function RateValue({ rate }: { rate: Rate }) {
  const { t } = useTranslation("reports_orders");
  if (rate.percent === null) return <NoData label={t("too_few")} />;
  return <Figure value={rate.percent} decimals={rate.percent % 1 === 0 ? 0 : 1} after="%" />;
}

function RateWords({ rate: { delivered, refused, cancelled } }: { rate: Rate }) {
  const { t } = useTranslation("reports_orders");
  return <small>{t("rate_words", { delivered, refused, cancelled })}</small>;
}
