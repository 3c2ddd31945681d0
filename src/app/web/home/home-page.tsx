import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonChart, SkeletonFigures, SkeletonLine, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { findUrgentNotice } from "#modules/billing/web/subscription/find-urgent-notice.ts";
import { useSubscription } from "#modules/billing/web/subscription/subscription.queries.ts";
import { usePausedForMoney, useStoreWatch } from "#modules/campaigns/web/campaigns.queries.ts";
import { useSeasonDrafts } from "#modules/campaigns/web/season-drafts.queries.ts";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders, useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { AttentionCard } from "#modules/reports/web/attention-card.tsx";
import { FigureSources } from "#modules/reports/web/figure-sources.tsx";
import { PlatformCard } from "#modules/reports/web/platform-card.tsx";
import {
  attentionQuery,
  type Figures,
  type HomeScope,
  homeFiguresQuery,
  useAttention,
  useHomeFigures,
} from "#modules/reports/web/reports.queries.ts";
import { SalesChart } from "#modules/reports/web/sales-chart.tsx";
import { StatRow } from "#modules/reports/web/stat-row.tsx";
import { UnconfirmedOrders } from "#modules/reports/web/unconfirmed-orders.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { queryClient } from "../query-client.ts";
import { slots } from "../slots.ts";
import classes from "./home.module.css";
import { HomeHero } from "./home-hero.tsx";
import { readHomeScope, useHomeScope, writeHomeScope } from "./home-scope.ts";
import { MoneyLeft } from "./money-left.tsx";
import { useComparison, usePeriodText } from "./period-text.ts";
import { RunningCampaigns, shownCampaignsQuery } from "./running-campaigns.tsx";

/** Rarely shown, and heavy: it computes what resuming each campaign would hold back. */
const PausedForMoney = lazyPart(() => import("./paused-for-money.tsx"));
/** Only until the first campaign. */
const FirstSteps = lazyPart(() => import("./first-steps.tsx"));
const HomeFilters = lazyPart(() => import("./home-filters.tsx"));
const HomeDetails = lazyPart(() => import("./home-details.tsx"));
const ClosedStores = lazyPart(() => import("./closed-stores.tsx"));
const SubscriptionHomeNotice = lazyPart(
  () => import("#modules/billing/web/subscription/home-notice.tsx"),
  "billing_subscription",
);
const HomeExport = lazyPart(() => import("#modules/reports/web/export/home-export.tsx"), "reports_export");
/** There for some weeks a year. */
const SeasonCard = lazyPart(() => import("#modules/campaigns/web/season-card.tsx"), "seasons");

/** Starts the page's queries before it is rendered. */
export function prepare(): Promise<unknown> {
  const language = currentLanguage();
  const scope = readAddress();
  return Promise.all([
    queryClient.prefetchQuery(homeFiguresQuery(scope)),
    queryClient.prefetchQuery(attentionQuery(language)),
    queryClient.prefetchQuery(shownCampaignsQuery(language, scope)),
  ]);
}

/** What the address says before the page is there. */
const readAddress = () => readHomeScope(Object.fromEntries(new URLSearchParams(window.location.search)));

/** The return per riyal, what needs the merchant, and what runs now; updated live by events. */
export function HomePage() {
  const [scope] = useHomeScope();
  const figures = useHomeFigures(scope);
  return (
    <div className={classes.page} data-hero={figures.data ? figures.data.emptiness === null : false}>
      <Greeting figures={figures.data} isWaiting={figures.isPending} />
      <QueryBoundary query={figures} fallback={<SkeletonFigures />}>
        {(data) => <Body figures={data} scope={scope} />}
      </QueryBoundary>
    </div>
  );
}

function Body({ figures, scope }: { figures: Figures; scope: HomeScope }) {
  const { emptiness } = figures;
  const note = useComparison(figures);
  // The sums are drawn first; slower parts follow at once.
  const isDrawn = useDeferredValue(true, false);
  const isWide = useIsAtLeast("tablet");
  const hasAlarms = (useAttention().data?.items.length ?? 0) > 0;
  if (emptiness === "not_connected" || emptiness === "no_campaigns")
    return (
      <>
        {isDrawn ? <SubscriptionNotice /> : null}
        <Suspense fallback={<SkeletonRows count={3} />}>
          <FirstSteps />
        </Suspense>
      </>
    );
  return (
    <>
      {isDrawn ? <SubscriptionNotice /> : null}
      {isDrawn ? <PausedCampaigns /> : null}
      {isDrawn ? <StoreNotes /> : null}
      {isDrawn ? <NextSeason /> : null}
      {!isWide && hasAlarms ? <AttentionCard /> : null}
      {!emptiness && !isWide ? <HomeHero totals={figures.totals} isFresh={isFresh(figures)} /> : null}
      {isDrawn ? (
        <Suspense fallback={<SkeletonLine height="6.5rem" />}>
          <HomeFilters />
        </Suspense>
      ) : (
        <SkeletonLine height="6.5rem" />
      )}
      {emptiness ? <Waiting emptiness={emptiness} scope={scope} /> : null}
      {isWide && !emptiness ? (
        <StatRow figures={figures} days={figures.days.length} note={note} isFresh={isFresh(figures)} />
      ) : null}
      <MoneyLeft />
      <UnconfirmedOrders totals={figures.totals} />
      <div className={classes.split}>
        {emptiness ? null : isDrawn ? <SalesChart figures={figures} /> : <SkeletonChart />}
        {isWide || !hasAlarms ? <AttentionCard /> : null}
      </div>
      {isDrawn ? (
        <>
          <Suspense fallback={<SkeletonRows count={4} />}>
            <HomeDetails />
          </Suspense>
          <PlatformCard platforms={figures.platforms} />
          <PinnedReports />
          <RunningCampaigns />
          {emptiness ? null : (
            <Suspense fallback={null}>
              <HomeExport />
            </Suspense>
          )}
          <FigureSources />
        </>
      ) : null}
    </>
  );
}

/** The reports that a member pinned, where a module brings them. */
function PinnedReports() {
  const { pinnedReports: Pinned } = slots;
  return Pinned ? (
    <Suspense fallback={<SkeletonRows count={2} />}>
      <Pinned />
    </Suspense>
  ) : null;
}

/** A trial that ends in days, or a renewal that is not paid. */
function SubscriptionNotice() {
  return findUrgentNotice(useSubscription().data) ? (
    <Suspense fallback={null}>
      <SubscriptionHomeNotice />
    </Suspense>
  ) : null;
}

/** Its code is loaded once there is something to show; then it stays, so that the results of resuming stay visible. */
function PausedCampaigns() {
  const hasAny = (usePausedForMoney().data?.length ?? 0) > 0;
  const [isShown, setShown] = useState(false);
  if (hasAny && !isShown) setShown(true);
  return isShown ? (
    <Suspense fallback={null}>
      <PausedForMoney />
    </Suspense>
  ) : null;
}

/** The same for stores that are closed, and for campaigns that were paused because they were. */
function StoreNotes() {
  const hasAny = useStoreWatch().data?.some((store) => !store.is_open || store.paused_campaigns > 0) ?? false;
  const [isShown, setShown] = useState(false);
  if (hasAny && !isShown) setShown(true);
  return isShown ? (
    <Suspense fallback={null}>
      <ClosedStores />
    </Suspense>
  ) : null;
}

/** Spend since yesterday at most, and no order yet: too early to compute a return. */
function isFresh({ totals, days: all }: Pick<Figures, "totals" | "days">): boolean {
  const shown = all.filter(({ has_data }) => has_data);
  return (
    totals.spend_halalas > 0 && totals.orders_placed === 0 && shown.every(({ is_settled }) => !is_settled)
  );
}

/** The draft that is ready for the next season. */
function NextSeason() {
  const drafts = useSeasonDrafts().data;
  return drafts?.is_on && drafts.items.length > 0 ? (
    <Suspense fallback={null}>
      <SeasonCard />
    </Suspense>
  ) : null;
}

function Greeting({ figures, isWaiting }: { figures: Figures | undefined; isWaiting: boolean }) {
  const { t } = useTranslation("home");
  const format = useFormat();
  const isWide = useIsAtLeast("tablet");
  const user = useCurrentUser().data;
  const riyadhHour = (useNow(60).getUTCHours() + 3) % 24;
  const greeting = riyadhHour >= 4 && riyadhHour < 12 ? "morning" : "evening";
  const counted = useCountedOrders();
  const roas = figures ? readSales(figures.totals, counted).roas : null;
  const period = usePeriodText(figures);
  const lead =
    figures && isFresh(figures)
      ? t("lead_fresh", { spent: format.riyals(figures.totals.spend_halalas) })
      : roas === null
        ? t("lead_no_spend")
        : t("lead_period", { roas: format.number(roas, 2), period });
  return (
    <PageHeader
      title={t(greeting, { name: user?.name.split(" ")[0] ?? "" })}
      lead={isWaiting ? <SkeletonLine width="min(24rem, 80%)" height="1.3em" /> : lead}
      actions={
        isWide ? (
          <Button
            component={Link}
            to="/campaigns/add"
            color="clay"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t("new_campaign")}
          </Button>
        ) : null
      }
    />
  );
}

function Waiting({ emptiness, scope }: { emptiness: string; scope: HomeScope }) {
  const { t } = useTranslation("home");
  const isNarrowed = emptiness === "none" && Object.keys(writeHomeScope(scope)).length > 0;
  if (isNarrowed)
    return (
      <EmptyState
        title={t("narrowed_none_title")}
        action={
          <Button component={Link} to="/" variant="default">
            {t("widen")}
          </Button>
        }
      >
        {t("narrowed_none_words")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t(`${emptiness}_title`)}
      action={
        <Button component={Link} to="/campaigns" variant="default">
          {t("see_campaigns")}
        </Button>
      }
    >
      {t(`${emptiness}_words`)}
    </EmptyState>
  );
}
