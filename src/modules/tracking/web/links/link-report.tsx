import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "#base/shared/period.ts";
import { BarList } from "#base/web/charts/bar-list.tsx";
import { ColumnChart } from "#base/web/charts/column-chart.tsx";
import { LineChart } from "#base/web/charts/line-chart.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, StatCard } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
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
          <Hours report={report} />
          <Breakdowns report={report} />
        </>
      )}
    </QueryBoundary>
  );
}

function Totals({ report: { totals, first_click_at, last_click_at } }: { report: Report }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const format = useFormat();
  const write = (at: string) => `${format.date(at)} ${format.time(at)}`;
  return (
    <section className={classes.stack} aria-label={t("results")}>
      <div className={classes.stats}>
        <StatCard
          label={t("tracking:columns.clicks")}
          value={<Figure value={totals.clicks} />}
          note={totals.bot_clicks > 0 ? t("bots", { count: totals.bot_clicks }) : undefined}
        />
        <StatCard
          label={t("tracking:columns.orders")}
          value={<Figure value={totals.orders_placed} />}
          note={t("delivered", { count: totals.orders_delivered })}
        />
        <StatCard
          label={t("tracking:columns.sales")}
          value={<Money halalas={totals.sales_placed_halalas} />}
        />
        <StatCard
          label={t("tracking:columns.sales_delivered")}
          value={<Money halalas={totals.sales_delivered_halalas} />}
        />
      </div>
      {first_click_at && last_click_at ? (
        <p className={classes.quiet}>
          {t("clicked_between", { first: write(first_click_at), last: write(last_click_at) })}
        </p>
      ) : null}
    </section>
  );
}

function Days({ report }: { report: Report }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const format = useFormat();
  return (
    <Card title={t("by_day")}>
      {report.totals.clicks === 0 ? (
        <p className={classes.quiet}>{t("no_clicks")}</p>
      ) : (
        <LineChart
          title={t("by_day")}
          series={[{ key: "clicks", name: t("tracking:columns.clicks"), tone: "palm" }]}
          points={report.days.map(({ day, clicks }) => ({
            key: day,
            label: format.date(day),
            short: format.date(day, "short"),
            values: [clicks],
          }))}
          valueText={(value) => format.number(Math.round(value))}
        />
      )}
    </Card>
  );
}

/** Every sixth hour is named below its column. */
const hoursNamed = 6;

function Hours({ report }: { report: Report }) {
  const { t } = useTranslation("tracking_links");
  const format = useFormat();
  if (report.totals.clicks === 0) return null;
  // Riyadh's clock has no summer time: any day gives the hour's name.
  const name = (hour: number) => format.time(`2026-01-01T${String(hour).padStart(2, "0")}:00:00+03:00`);
  return (
    <Card title={t("by_hour")}>
      <ColumnChart
        label={t("by_hour")}
        columns={report.hours.map(({ hour, clicks }) => ({
          key: String(hour),
          short: hour % hoursNamed === 0 ? name(hour) : null,
          text: `${name(hour)}: ${t("clicks", { count: clicks })}`,
          value: clicks,
        }))}
      />
    </Card>
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
        <p className={classes.note}>
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
  const { t } = useTranslation("tracking_links");
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className={classes.quiet}>{t("no_clicks")}</p>
      ) : (
        <BarList
          label={title}
          bars={rows.map(({ key, label, clicks, bot_clicks }) => ({
            key,
            name: <bdi>{label}</bdi>,
            value: clicks,
            text: (
              <>
                <Figure value={clicks} />
                {bot_clicks > 0 ? <small>{` ${t("bots", { count: bot_clicks })}`}</small> : null}
              </>
            ),
          }))}
        />
      )}
      {children}
    </Card>
  );
}
