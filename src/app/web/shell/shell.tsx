import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "#base/web/data/live.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { ErrorState, FailureNotices } from "#base/web/kit/states.tsx";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import { currentLanguage, onLanguageChange } from "#base/web/runtime/preferences.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { isDemo } from "#base/web/runtime/storage.ts";
import { useShownHelp } from "#modules/help/web/help-panel-state.ts";
import {
  type CurrentUser,
  currentUserQuery,
  merchantsKeys,
  useCurrentUser,
} from "#modules/merchants/web/merchants.queries.ts";
import { liveTable } from "../live-table.ts";
import { Broken, Missing, Refused } from "../pages/failures.tsx";
import { PagePending } from "../pages/page-pending.tsx";
import { PlayVideoProvider } from "../play-video.tsx";
import { queryClient } from "../query-client.ts";
import { slots } from "../slots.ts";
import { BottomNav } from "./bottom-nav.tsx";
import { Intro } from "./intro.tsx";
import { Invitations } from "./invitations.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { PhoneMenu } from "./phone-menu.tsx";
import classes from "./shell.module.css";
import { SideNav } from "./side-nav.tsx";
import { TopBar } from "./top-bar.tsx";
import { useMainPagesAhead, usePagesOffline } from "./use-pages-offline.ts";

/** Fetches the current user before the page is rendered. */
export const prepare = () => queryClient.prefetchQuery(currentUserQuery(currentLanguage()));

/** The help panel is loaded when it is first opened. */
const HelpPanel = lazy(async () => {
  const [{ HelpPanel }] = await Promise.all([
    import("#modules/help/web/help-panel.tsx"),
    preloadMessages(["help"]),
  ]);
  return { default: HelpPanel };
});

const notices = { Refused, Missing, Broken };

/** The default layout: the current user is fetched first (and again for each language), and the page waits for it. */
export function ShellPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <FailureNotices value={notices}>
        <Shell />
      </FailureNotices>
    </QueryClientProvider>
  );
}

function Shell() {
  const { t } = useTranslation("app");
  const user = useCurrentUser();
  useLive(liveTable);
  useFreshTextsOnLanguageChange();
  usePagesOffline();
  useMainPagesAhead();
  const isDesktop = useIsAtLeast("desktop");
  const inFlow = useLocation({ select: (location) => isInFirstCampaign(location.pathname) });
  return (
    <PlayVideoProvider>
      <div className={classes.shell} data-flow={inFlow} data-demo={isDemo}>
        <a href="#main" className={classes.skip}>
          {t("skip_to_content")}
        </a>
        {isDesktop ? <SideNav /> : null}
        <div className={classes.column}>
          {isDemo ? (
            <Suspense fallback={null}>
              <slots.demoStrip />
            </Suspense>
          ) : null}
          <TopBar user={user.data} inFlow={inFlow} />
          <OfflineBanner />
          {slots.uploads ? (
            <Suspense fallback={null}>
              <slots.uploads />
            </Suspense>
          ) : null}
          <main id="main" className={classes.main} tabIndex={-1}>
            {/* A page is drawn anew when the user has another role: what it shows depends on it. */}
            {user.data ? <Inside key={user.data.merchant.role} user={user.data} /> : null}
            {user.isPending ? <PagePending /> : null}
            {user.isError && !user.data ? (
              <ErrorState error={user.error} onRetry={() => void user.refetch()} />
            ) : null}
          </main>
        </div>
        {/* A flow ends with its own button: no tabs beneath it that lead elsewhere. */}
        {inFlow ? null : <BottomNav />}
        {isDesktop ? null : <PhoneMenu />}
      </div>
      {isDemo ? null : <Intro />}
      <LazyDialog opened={useShownHelp() !== null}>
        <HelpPanel />
      </LazyDialog>
    </PlayVideoProvider>
  );
}

/** The banners on top of every page, and the page. A merchant without a website is led into the first-campaign flow. */
function Inside({ user }: { user: CurrentUser }) {
  const { t } = useTranslation("app");
  const path = useLocation({ select: (location) => location.pathname });
  const isLedIn = !user.website_type && holdsAbility("store", "manage");
  if (isLedIn && !isInFirstCampaign(path) && !isOpenBeforeStore(path))
    return <Navigate to="/first-campaign/connect-store" replace />;
  return (
    <>
      <Invitations user={user} />
      {user.is_store_active === false ? (
        <div className={classes.alert}>
          <Banner
            tone="bad"
            urgent
            action={
              <>
                <Link to="/campaigns">{t("inactive_campaigns")}</Link> ·{" "}
                <Link to="/link-ad-accounts/add-store">{t("inactive_stores")}</Link>
              </>
            }
          >
            {t("inactive_note")}
          </Banner>
        </div>
      ) : null}
      {slots.erasure && user.erasure_due_at ? (
        <Suspense fallback={null}>
          <slots.erasure dueAt={user.erasure_due_at} />
        </Suspense>
      ) : null}
      <Outlet />
    </>
  );
}

/** The bank's page redirects to /checkout during the flow's payment too; a member may leave, and an owner see the team. */
const isOpenBeforeStore = (path: string) => path === "/checkout" || path === "/account-settings/members";

export const isInFirstCampaign = (path: string): boolean =>
  path === "/first-campaign" || path.startsWith("/first-campaign/");

/** Server texts are in the old language: everything on the screen is fetched again. */
function useFreshTextsOnLanguageChange(): void {
  const client = useQueryClient();
  useEffect(() => {
    const off = onLanguageChange(() => {
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[1] !== merchantsKeys.currentUser[1],
      });
    });
    return () => void off();
  }, [client]);
}
