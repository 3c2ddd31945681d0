import { createRouter } from "@tanstack/react-router";
import { PageBroke } from "./pages/page-broke.tsx";
import { PagePending } from "./pages/page-pending.tsx";
import { routeTree } from "./routes.tsx";

/** Addresses in history mode; a page is fetched when the pointer or the focus comes near its link. */
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

/** After a navigation the focus comes to the new page's heading, so that a listener hears where they are. */
router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged || toLocation.hash !== "") return;
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
});
