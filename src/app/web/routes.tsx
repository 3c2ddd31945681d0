import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  Outlet,
  type Route,
  redirect,
} from "@tanstack/react-router";
import { declarePages } from "#base/web/runtime/page-access.ts";
import type { PageSpec, WebPages } from "#base/web/runtime/web-module.ts";
import { appPages } from "./app-pages.ts";
import { composePages, listLabelNamespaces, type Pages } from "./compose-pages.ts";
import { requireSignedIn, requireSignedOut } from "./guard.ts";
import { guardPage } from "./guard-page.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { webModules } from "./web-modules.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The target of a frame's own address. */
    leadsTo?: string;
  }
}

/** The tree of these pages: those of a signed-in user in the shell, each inside the frame whose path it continues. */
export function buildRouteTree(pages: Pages, shellNamespaces: string[] = []) {
  declarePages(pages);
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({
    getParentRoute: () => root,
    id: "shell",
    beforeLoad: requireSignedIn,
    component: lazyPage(() => import("./shell/shell.tsx"), ...shellNamespaces),
  });
  const frames = Object.keys(pages).filter((path) => pages[path]?.isFrame);
  const findFrame = (path: string) =>
    frames.filter((frame) => path.startsWith(`${frame}/`)).sort((a, b) => b.length - a.length)[0] ?? "";

  const routesIn = (parent: AnyRoute, frame: string): AnyRoute[] =>
    Object.entries(pages)
      .filter(([path, page]) => !page.isForGuests && findFrame(path) === frame)
      .map(([path, page]) => {
        const route: AnyRoute = createRoute({
          getParentRoute: () => parent,
          path: path.slice(frame.length),
          component: toComponent(page),
        });
        if (!page.isFrame) return route;
        const first = page.leadsTo === undefined ? [] : [leadsTo(route, page.leadsTo)];
        return route.addChildren([...first, ...routesIn(route, path)]);
      });
  const guestRoutes = Object.entries(pages)
    .filter(([, page]) => page.isForGuests)
    .map(([path, page]) =>
      createRoute({
        getParentRoute: () => root,
        path,
        beforeLoad: requireSignedOut,
        component: toComponent(page),
      }),
    );
  const login = createRoute({
    getParentRoute: () => root,
    path: "/login",
    beforeLoad: () => {
      throw redirect({ to: "/auth", replace: true });
    },
  });
  const design = createRoute({
    getParentRoute: () => root,
    path: "/design",
    beforeLoad: requireSignedIn,
    component: lazyPage(() => import("./design/design-page.tsx"), "design", "campaigns"),
  });
  const routes = [...guestRoutes, login, design, shell.addChildren(routesIn(shell, ""))];
  // The tree is built from the manifests at run time; their registry says what its addresses are.
  return root.addChildren(routes as unknown as TypedRoutes<typeof root>);
}

function toComponent({ load, texts = [], ability }: PageSpec) {
  if (!load) return Outlet;
  const Page = lazyPage(load, ...texts);
  return ability ? guardPage(ability, Page) : Page;
}

/** The address of a frame alone redirects to one of its pages. */
const leadsTo = (frame: AnyRoute, to: string) =>
  createRoute({
    getParentRoute: () => frame,
    path: "/",
    staticData: { leadsTo: to },
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

/** A frame's first page has the frame's own address. */
type Path = Exclude<WebPages[keyof WebPages], `/${string}/`> | "/login" | "/design";
type TypedRoutes<Root extends AnyRoute> = { [Each in Path]: Route<unknown, Root, Each> };

/** Every address of the product. A module's pages are in its `web/<name>.web.ts`. */
export const routeTree = buildRouteTree(composePages(appPages, webModules), listLabelNamespaces(webModules));
