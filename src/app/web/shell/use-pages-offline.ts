import { useBlocker, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { canPrefetch } from "#base/web/runtime/connection.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { LazyPage } from "../lazy-page.tsx";
import { navigation, tabs } from "../navigation.ts";
import { useMenu } from "./use-menu.ts";

type Destination = { pathname: string; search: Record<string, unknown> };

/**
 * Without a connection, the navigation to a page whose file is not loaded yet waits: the open page stays, and the other
 * opens by itself when the connection is back, unless the merchant navigated elsewhere meanwhile.
 */
export function usePagesOffline(): void {
  const { t } = useTranslation("app");
  const router = useRouter();
  const isLoaded = useArePagesLoaded();
  const menu = useMenu();
  const pendingNavigation = useRef<Destination | null>(null);
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ next }) => {
      const mustWait = !navigator.onLine && !isLoaded(next.pathname);
      pendingNavigation.current = mustWait ? { pathname: next.pathname, search: next.search } : null;
      if (mustWait) {
        menu.close();
        notify(t("offline_page_waits"), "warning");
      }
      return mustWait;
    },
  });
  useEffect(() => {
    const open = () => {
      const destination = pendingNavigation.current;
      pendingNavigation.current = null;
      if (destination)
        void router.navigate({ to: destination.pathname, search: destination.search } as never);
    };
    window.addEventListener("online", open);
    return () => window.removeEventListener("online", open);
  }, [router]);
}

/** Prefetches the main pages' files, one after the other, when the browser is idle and nobody types or scrolls. */
export function useMainPagesAhead(): void {
  const router = useRouter();
  useEffect(() => {
    let isOver = false;
    const use = watchUse();
    const fetchAll = async () => {
      const items = [...tabs, ...navigation.flatMap((group) => group.items)];
      for (const path of new Set(items.map(({ to }) => to))) {
        for (const page of pagesAt(router, path)) {
          await use.rests();
          if (isOver || !canPrefetch()) return;
          await page.fetchFiles();
        }
      }
    };
    const stop = whenIdle(() => {
      fetchAll().catch((cause: unknown) => logProblem("a main page was not fetched ahead", cause));
    });
    return () => {
      isOver = true;
      stop();
      use.stop();
    };
  }, [router]);
}

/** A page's code takes a slow phone longer to start than a key or a frame of scrolling may wait. */
const restMs = 2_000;
const signsOfUse = ["input", "pointerdown", "scroll"] as const;

function watchUse() {
  let usedAt = Number.NEGATIVE_INFINITY;
  const note = () => {
    usedAt = performance.now();
  };
  for (const sign of signsOfUse) window.addEventListener(sign, note, { capture: true, passive: true });
  return {
    /** Resolves when nothing has been typed, touched or scrolled for a while. */
    async rests() {
      for (;;) {
        const leftMs = usedAt + restMs - performance.now();
        if (leftMs <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, leftMs));
      }
    },
    stop() {
      for (const sign of signsOfUse) window.removeEventListener(sign, note, { capture: true });
    },
  };
}

function useArePagesLoaded(): (path: string) => boolean {
  const router = useRouter();
  return (path) => pagesAt(router, path).every((page) => page.isLoaded());
}

/** The lazy pages of an address, its frame first; for a frame's own address those of its redirect. */
function pagesAt(router: ReturnType<typeof useRouter>, path: string): LazyPage[] {
  const routes = router
    .matchRoutes(path, {})
    .map(({ routeId }) => router.routesById[routeId as keyof typeof router.routesById]);
  const onward = routes.at(-1)?.options.staticData?.leadsTo;
  if (onward) return pagesAt(router, onward);
  return routes
    .map((route) => route?.options.component)
    .filter((component): component is LazyPage => typeof component === "function" && "isLoaded" in component);
}

/** Long after the first page is drawn and its data is here, on a slow phone too: what it needs itself goes first. */
const aheadAfterMs = 10_000;

function whenIdle(act: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (window.requestIdleCallback) idle = window.requestIdleCallback(act, { timeout: 10_000 });
    else act();
  }, aheadAfterMs);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
