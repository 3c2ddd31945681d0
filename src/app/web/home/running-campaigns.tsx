import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { SkeletonLine, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { runningCampaignsQuery } from "#modules/campaigns/web/campaigns.queries.ts";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { SyncBadge } from "#modules/campaigns/web/sync-badge.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import { type CampaignSums, type HomeScope, useCampaignSums } from "#modules/reports/web/reports.queries.ts";
import { salesNames } from "#modules/reports/web/sales-names.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import classes from "./home.module.css";
import { useHomeScope } from "./home-scope.ts";

const shown = 5;
/** The days of the sums where the chosen period is no number of days up to today. */
const usualDays = 30;

export const shownCampaignsQuery = (language: string, { store_id, platform }: HomeScope) =>
  runningCampaignsQuery(language, shown, {
    ...(store_id ? { store_id } : {}),
    ...(platform ? { platform } : {}),
  });

/** The active campaigns with what they cost and brought; today's spend beside the day's budget. */
export function RunningCampaigns() {
  const { t } = useTranslation(["home", "reports", "base"]);
  const language = useLanguage();
  const isWide = useIsAtLeast("tablet");
  const [scope] = useHomeScope();
  const counted = useCountedOrders();
  const days = "days" in scope ? scope.days : usualDays;
  const running = useQuery(shownCampaignsQuery(language, scope));
  const rows = running.data?.items ?? [];
  const sums = useCampaignSums(
    rows.map((row) => row.id),
    days,
  );
  const sumsByCampaign = new Map(sums.data?.items.map((item) => [item.campaign_id, item]));
  return (
    <Card
      title={t("home:running")}
      aside={
        <Link to="/campaigns" className={classes.more}>
          {t("home:all_campaigns")}
        </Link>
      }
    >
      <p className={classes.before}>{t("home:filters.days", { count: days })}</p>
      {running.isPending ? <SkeletonRows count={3} /> : null}
      {running.isError && !running.data ? (
        <ErrorState error={running.error} onRetry={() => void running.refetch()} />
      ) : null}
      {running.data && rows.length === 0 ? <p className={classes.none}>{t("home:none_running")}</p> : null}
      {rows.length > 0 && isWide ? (
        <DataTable
          caption={t("home:running")}
          rows={rows}
          rowKey={(row) => row.id}
          columns={buildColumns(t, sumsByCampaign, { isLoading: sums.isPending, counted })}
        />
      ) : null}
      {rows.length > 0 && !isWide ? (
        <CompactRows {...{ rows, sumsByCampaign }} isLoading={sums.isPending} />
      ) : null}
    </Card>
  );
}

type RowsProps = { rows: CampaignRow[]; sumsByCampaign: Map<string, CampaignSums>; isLoading: boolean };

/** The phone's rows: the campaign, its status, and its return per riyal. */
function CompactRows({ rows, sumsByCampaign, isLoading }: RowsProps) {
  const { t } = useTranslation("base");
  const counted = useCountedOrders();
  const nothing = isLoading ? <LoadingFigure /> : <NoData label={t("no_data_yet")} />;
  return (
    <ul className={classes.compact}>
      {rows.map((row) => {
        const sums = sumsByCampaign.get(row.id);
        const roas = sums ? readSales(sums, counted).roas : null;
        return (
          <li key={row.id}>
            <Link to="/campaigns/$id" params={{ id: row.id }}>
              <PlatformIcon platform={row.platform} size={40} />
              <span className={classes.compactWords}>
                <UserText>{row.name}</UserText>
                <CampaignState row={row} />
              </span>
              <span className={classes.compactRoas}>{roas === null ? nothing : <Roas value={roas} />}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** One badge: the campaign's status, or what the platform has not confirmed yet. */
function CampaignState({ row }: { row: CampaignRow }) {
  return row.sync === "synced" ? <CampaignStatus status={row.status} /> : <SyncBadge sync={row.sync} />;
}

type Translate = ReturnType<typeof useTranslation<["home", "reports", "base"]>>["t"];

/** In the place of a figure that is being loaded: a dash would say that there is none. */
const LoadingFigure = () => (
  <span aria-busy="true">
    <SkeletonLine width="3.5rem" />
  </span>
);

function buildColumns(
  t: Translate,
  sumsByCampaign: Map<string, CampaignSums>,
  { isLoading, counted }: { isLoading: boolean; counted: CountedOrders },
): Column<CampaignRow>[] {
  const nothing = isLoading ? <LoadingFigure /> : <NoData label={t("base:no_data_yet")} />;
  const money = (of: (sums: CampaignSums) => number) => (row: CampaignRow) => {
    const sums = sumsByCampaign.get(row.id);
    return sums ? <Money halalas={of(sums)} /> : nothing;
  };
  return [
    {
      key: "name",
      header: t("home:campaign"),
      kind: "main",
      cell: (row) => (
        <Link to="/campaigns/$id" params={{ id: row.id }} className={classes.campaign}>
          <PlatformIcon platform={row.platform} />
          <UserText>{row.name}</UserText>
        </Link>
      ),
    },
    {
      key: "sync",
      header: t("home:status"),
      cell: (row) => <CampaignState row={row} />,
    },
    {
      key: "budget",
      header: t("home:daily_budget"),
      kind: "figure",
      cell: (row) => <Money halalas={row.daily_budget_halalas} />,
    },
    {
      key: "spend",
      header: t("reports:spend"),
      kind: "figure",
      cell: money((sums) => sums.spend_halalas),
    },
    {
      key: "sales",
      header: t(`reports:${salesNames[counted].salesShort}`),
      kind: "figure",
      cell: money((sums) => readSales(sums, counted).halalas),
    },
    {
      key: "roas",
      header: t("reports:roas_short"),
      kind: "figure",
      cell: (row) => {
        const sums = sumsByCampaign.get(row.id);
        const roas = sums ? readSales(sums, counted).roas : null;
        return roas === null ? nothing : <Roas value={roas} />;
      },
    },
    {
      key: "today",
      header: t("home:today"),
      cell: (row) => {
        const spent = sumsByCampaign.get(row.id)?.spend_today_halalas ?? null;
        return spent === null ? nothing : <DayBar spent={spent} budget={row.daily_budget_halalas} />;
      },
    },
  ];
}

/** Today's spend against the daily budget; the platform may exceed a full bar a little. */
function DayBar({ spent, budget }: { spent: number; budget: number }) {
  const { t } = useTranslation("home");
  const format = useFormat();
  const share = Math.min(1, spent / Math.max(1, budget));
  const words = t("today_of_budget", {
    spent: format.riyals(spent, true),
    budget: format.riyals(budget, true),
  });
  return (
    <span className={classes.dayBar} role="img" aria-label={words} title={words}>
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}
