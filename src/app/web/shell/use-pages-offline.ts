import { useBlocker, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { mayFetchAhead } from "#base/web/connection.ts";
import { logProblem } from "#base/web/problems.ts";
import { notify } from "#base/web/snackbar-state.ts";
import type { LazyPage } from "../lazy-page.tsx";
import { navigation, tabs } from "../navigation.ts";

type Place = { pathname: string; search: Record<string, unknown> };

/**
 * Without a connection, a page whose file is not here yet is not gone to: the one that is open stays, and the other opens
 * by itself when the connection is back, unless the merchant went elsewhere meanwhile.
 */
export function usePagesOffline(): void {
  const { t } = useTranslation("app");
  const router = useRouter();
  const isHere = useAreHere();
  const wanted = useRef<Place | null>(null);
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ next }) => {
      const mustWait = !navigator.onLine && !isHere(next.pathname);
      wanted.current = mustWait ? { pathname: next.pathname, search: next.search } : null;
      if (mustWait) notify(t("offline_page_waits"), "warning");
      return mustWait;
    },
  });
  useEffect(() => {
    const open = () => {
      const place = wanted.current;
      wanted.current = null;
      if (place) void router.navigate({ to: place.pathname, search: place.search } as never);
    };
    window.addEventListener("online", open);
    return () => window.removeEventListener("online", open);
  }, [router]);
}

/** The main pages' files, fetched one after the other when the browser has nothing else to do. */
export function useMainPagesAhead(): void {
  const router = useRouter();
  useEffect(() => {
    let isOver = false;
    const fetchAll = async () => {
      const places = [...tabs, ...navigation.flatMap((group) => group.places)];
      for (const path of new Set(places.map(({ to }) => to))) {
        for (const page of pagesAt(router, path)) {
          if (isOver || !mayFetchAhead()) return;
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
    };
  }, [router]);
}

function useAreHere(): (path: string) => boolean {
  const router = useRouter();
  return (path) => pagesAt(router, path).every((page) => page.isHere());
}

/** The lazy pages of an address, its frame first; of a frame's bare address those it leads to. */
function pagesAt(router: ReturnType<typeof useRouter>, path: string): LazyPage[] {
  const routes = router
    .matchRoutes(path, {})
    .map(({ routeId }) => router.routesById[routeId as keyof typeof router.routesById]);
  const onward = routes.at(-1)?.options.staticData?.leadsTo;
  if (onward) return pagesAt(router, onward);
  return routes
    .map((route) => route?.options.component)
    .filter((component): component is LazyPage => typeof component === "function" && "isHere" in component);
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
