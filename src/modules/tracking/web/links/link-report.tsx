import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "#base/shared/period.ts";
import { LineChart } from "#base/web/charts/line-chart.tsx";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, StatCard } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Figure, Ltr, TimeText } from "#base/web/kit/text.tsx";
import type { LinkReport as Report } from "../../contract/link-shapes.ts";
import { useLinkReport } from "../tracking.queries.ts";
import classes from "./links.module.css";

type Share = { key: string; label: string; clicks: number; bot_clicks: number };

/** What a link brought in a period, by day and hour and by whom. */
export function LinkReport({ id, period }: { id: string; period: Period }) {
  return (
    <QueryBoundary query={useLinkReport(id, period)} fallback={<SkeletonRows count={6} />}>
      {(report) => (
        <>
          <Totals report={report} />
          <Days report={report} />
          <Breakdowns report={report} />
        </>
      )}
    </QueryBoundary>
  );
}

function Totals({ report: { totals, first_click_at, last_click_at } }: { report: Report }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const moment = (at: string | null) =>
    at ? (
      <>
        <DateText at={at} /> <TimeText at={at} />
      </>
    ) : null;
  return (
    <div className={classes.stats}>
      <StatCard
        label={t("tracking:columns.clicks")}
        value={<Figure value={totals.clicks} />}
        note={t("bots", { count: totals.bot_clicks })}
      />
      <StatCard label={t("tracking:columns.orders")} value={<Figure value={totals.orders_placed} />} />
      <StatCard label={t("tracking:columns.sales")} value={<Money halalas={totals.sales_placed_halalas} />} />
      <StatCard
        label={t("tracking:columns.orders_delivered")}
        value={<Figure value={totals.orders_delivered} />}
      />
      <StatCard
        label={t("tracking:columns.sales_delivered")}
        value={<Money halalas={totals.sales_delivered_halalas} />}
      />
      <StatCard label={t("first_click")} value={moment(first_click_at)} />
      <StatCard label={t("last_click")} value={moment(last_click_at)} />
    </div>
  );
}

function Days({ report }: { report: Report }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const series = [{ key: "clicks", name: t("tracking:columns.clicks"), tone: "palm" as const }];
  const toPoint = (key: string, label: string, clicks: number) => ({
    key,
    label,
    short: label,
    values: [clicks],
  });
  const text = (value: number) => String(Math.round(value));
  return (
    <>
      <Card title={t("by_day")}>
        <LineChart
          title={t("by_day")}
          series={series}
          points={report.days.map(({ day, clicks }) => toPoint(day, day.slice(5), clicks))}
          valueText={text}
        />
      </Card>
      <Card title={t("by_hour")}>
        <LineChart
          title={t("by_hour")}
          series={series}
          points={report.hours.map(({ hour, clicks }) => toPoint(String(hour), `${hour}:00`, clicks))}
          valueText={text}
        />
      </Card>
    </>
  );
}

function Breakdowns({ report }: { report: Report }) {
  const { t } = useTranslation("tracking_links");
  const named = (group: "devices" | "apps") => (key: string) =>
    key === "rest" ? t("rest") : key === "" ? t(`${group}.none`) : t(`${group}.${key}`);
  const label = (rows: Report["devices"], name: (key: string) => string): Share[] =>
    rows.map((row) => ({ ...row, label: name(row.key) }));
  const cities = report.cities.map((row) => ({
    ...row,
    label: row.name || (row.key === "rest" ? t("rest") : t("place_unknown")),
  }));
  const referrers = label(report.referrers, (key) => (key === "rest" ? t("rest") : key || t("no_referrer")));
  const { date } = report.city_source;
  return (
    <div className={classes.shares}>
      <Shares title={t("by_city")} rows={cities}>
        <p className={classes.quiet}>
          {t("city_note", { date })}{" "}
          <a href="https://db-ip.com" rel="noreferrer" target="_blank">
            <Ltr>IP Geolocation by DB-IP</Ltr>
          </a>
        </p>
      </Shares>
      <Shares title={t("by_device")} rows={label(report.devices, named("devices"))} />
      <Shares title={t("by_app")} rows={label(report.apps, named("apps"))} />
      <Shares title={t("by_referrer")} rows={referrers} />
    </div>
  );
}

function Shares({ title, rows, children }: { title: string; rows: Share[]; children?: ReactNode }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const columns: Column<Share>[] = [
    { key: "label", header: title, kind: "main", cell: (row) => <bdi>{row.label}</bdi> },
    {
      key: "clicks",
      header: t("tracking:columns.clicks"),
      kind: "figure",
      cell: (row) => <Figure value={row.clicks} />,
    },
    {
      key: "bots",
      header: t("tracking:columns.bot_clicks"),
      kind: "figure",
      cell: (row) => <Figure value={row.bot_clicks} />,
    },
  ];
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className={classes.quiet}>{t("no_clicks")}</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={rows} rowKey={({ key }) => key} />
      )}
      {children}
    </Card>
  );
}
