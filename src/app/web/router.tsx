import { createRouter } from "@tanstack/react-router";
import { PageBroke } from "./pages/page-broke.tsx";
import { PagePending } from "./pages/page-pending.tsx";
import { routeTree } from "./routes.tsx";

/** Addresses in history mode; a page is prefetched when the pointer or the focus comes near its link. */
export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPendingComponent: PagePending,
  defaultPendingMs: 150,
  defaultErrorComponent: PageBroke,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** After a navigation the focus moves to the new page's heading, so that a screen reader announces it. */
router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged || toLocation.hash !== "") return;
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
});
