import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LineChart, type Point } from "#base/web/charts/line-chart.tsx";
import { ChangeBadge, StatusBadge } from "#base/web/kit/badge.tsx";
import { DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, StatCard } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { SkeletonCards, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { DateText, Figure, Ltr, RelativeTime, TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { serverNow } from "#base/web/runtime/now.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { SyncBadge } from "#modules/campaigns/web/sync-badge.tsx";
import { StorePlatformIcon } from "#modules/stores/web/store-platform-icon.tsx";
import classes from "./design-page.module.css";

const storePlatforms = ["salla", "zid", "shopify", "woocommerce"] as const;

export function TextSamples() {
  const { t } = useTranslation("design");
  return (
    <Card title={t("type")}>
      <div className={classes.column}>
        <h2>{t("heading_sample")}</h2>
        <p>{t("text_sample")}</p>
        <div className={classes.row}>
          <Money halalas={482050} />
          <Money halalas={-12500} />
          <Money halalas={5000} whole signed />
          <Figure value={3.4} decimals={2} after="×" />
          <Ltr>+966 50 123 4567</Ltr>
          <DateText at={serverNow()} style="full" />
          <TimeText at={serverNow()} />
          <RelativeTime at={new Date(serverNow().getTime() - 26 * 3_600_000)} />
        </div>
        <div className={classes.row}>
          {platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} label={platform} />
          ))}
          {storePlatforms.map((platform) => (
            <StorePlatformIcon key={platform} platform={platform} label={platform} />
          ))}
        </div>
        <div className={classes.row}>
          <StatusBadge tone="good">{t("good")}</StatusBadge>
          <StatusBadge tone="waiting">{t("waiting")}</StatusBadge>
          <StatusBadge tone="info">{t("info")}</StatusBadge>
          <StatusBadge tone="bad">{t("bad")}</StatusBadge>
          <StatusBadge tone="neutral">{t("neutral")}</StatusBadge>
        </div>
        <div className={classes.row}>
          <SyncBadge sync="local" />
          <SyncBadge sync="pending" />
          <SyncBadge sync="synced" />
          <SyncBadge sync="failed" reason={t("sync_reason")} />
          <SyncBadge sync="disconnected" />
        </div>
      </div>
    </Card>
  );
}

export function FigureSamples() {
  const { t } = useTranslation("design");
  return (
    <div className={classes.grid}>
      <StatCard
        label={t("sales")}
        value={<Money halalas={1690400} whole />}
        change={<ChangeBadge share={0.18} />}
        note={t("compared")}
      />
      <StatCard
        label={t("spend")}
        value={<Money halalas={497200} whole />}
        change={<ChangeBadge share={0.06} better="down" />}
        note={t("compared")}
      />
      <StatCard
        label={t("return")}
        value={<Figure value={3.4} decimals={2} after="×" />}
        note={t("compared")}
      />
      <StatCard label={t("orders")} value={null} note={t("compared")} />
    </div>
  );
}

/** Sample data for this page only: a wave, a gap, and two days that are not settled. */
function samplePoints(short: (date: Date) => string, long: (date: Date) => string): Point[] {
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date(serverNow().getTime() - (29 - index) * 86_400_000);
    const sales = index === 12 ? null : 42_000 + Math.round(21_000 * Math.sin(index / 4)) + index * 400;
    return {
      key: String(index),
      label: long(day),
      short: short(day),
      values: [sales, 14_000 + index * 120],
      immature: index > 27,
    };
  });
}

export function ChartSample() {
  const { t } = useTranslation("design");
  const format = useFormat();
  return (
    <Card title={t("chart")}>
      <LineChart
        title={t("chart")}
        series={[
          { key: "sales", name: t("sales"), tone: "palm", filled: true },
          { key: "spend", name: t("spend"), tone: "clay" },
        ]}
        points={samplePoints(
          (day) => format.date(day, "short"),
          (day) => format.date(day, "full"),
        )}
        valueText={(value) => format.riyals(value)}
        axisText={(value) => format.number(value / 100)}
      />
    </Card>
  );
}

type SampleRow = {
  id: string;
  name: string;
  platform: Platform;
  tone: "good" | "info" | "waiting";
  budget: number;
};

export function TableSample() {
  const { t } = useTranslation("design");
  const rows: SampleRow[] = [
    { id: "1", name: t("row_a"), platform: "snapchat", tone: "good", budget: 25000 },
    { id: "2", name: t("row_b"), platform: "tiktok", tone: "info", budget: 18000 },
    { id: "3", name: t("row_c"), platform: "meta", tone: "waiting", budget: 12000 },
  ];
  return (
    <Card title={t("table")}>
      <DataTable
        caption={t("table")}
        rows={rows}
        rowKey={(row) => row.id}
        sorting={{ key: "budget", direction: "desc" }}
        onSort={() => {}}
        columns={[
          {
            key: "name",
            header: t("name"),
            kind: "main",
            cell: (row) => (
              <span className={classes.row}>
                <PlatformIcon platform={row.platform} />
                {row.name}
              </span>
            ),
          },
          {
            key: "status",
            header: t("status"),
            cell: (row) => <StatusBadge tone={row.tone}>{t(row.tone)}</StatusBadge>,
          },
          {
            key: "budget",
            header: t("budget"),
            kind: "figure",
            sortable: true,
            cell: (row) => <Money halalas={row.budget} whole />,
          },
        ]}
      />
      <Pagination page={3} size={10} total={95} onChange={() => {}} />
    </Card>
  );
}

export function StateSamples() {
  const { t } = useTranslation("design");
  return (
    <>
      <div className={classes.grid}>
        <Card>
          <EmptyState title={t("empty_title")} action={<Button>{t("empty_action")}</Button>}>
            {t("empty_words")}
          </EmptyState>
        </Card>
        <Card>
          <ErrorState error={null} onRetry={() => {}} />
        </Card>
      </div>
      <SkeletonCards />
      <SkeletonRows count={2} />
    </>
  );
}
