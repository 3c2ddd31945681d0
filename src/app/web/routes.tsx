import { type AnyRoute, createRootRoute, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { coming } from "./coming/coming.tsx";
import { requireSignedIn, requireSignedOut } from "./guard.ts";
import { type LazyPage, lazyPage } from "./lazy-page.tsx";

/*
 * Every address of the product. To add a page, replace its `coming(…)` with its file:
 *   page("/reports", lazyPage(() => import("#modules/reports/web/reports-page.tsx"), "reports"))
 * The names after the import are the namespaces of texts the page needs.
 */
const root = createRootRoute({ component: Outlet });

const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: requireSignedIn,
  component: lazyPage(() => import("./shell/shell.tsx")),
});

const under =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string>(path: Path, component: LazyPage | typeof Outlet) =>
    createRoute({ getParentRoute: () => parent, path, component });

/** The address of a frame alone redirects to its first child. */
const leadsTo = <Parent extends AnyRoute>(parent: Parent, to: string) =>
  createRoute({
    getParentRoute: () => parent,
    path: "/",
    staticData: { leadsTo: to },
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The target of a frame's own address. */
    leadsTo?: string;
  }
}

/** A page in the default layout. */
const page = under(shell);

const notices = () => import("./pages/not-found.tsx");
const only = (name: "NotFoundPage" | "UnauthorizedPage" | "ServerErrorPage") =>
  lazyPage(() => notices().then((module) => ({ [name]: module[name] })));

const accountSettings = page(
  "/account-settings",
  lazyPage(() => import("./account-settings/account-settings-page.tsx"), "merchants"),
);
const accountSettingsChild = under(accountSettings);
const financialTransaction = page(
  "/financial-transaction",
  lazyPage(() => import("#modules/wallet/web/finance-page.tsx"), "wallet"),
);
const financialTransactionChild = under(financialTransaction);
/** The flow's steps are parts of four modules, so their texts load with the frame. */
const firstCampaign = page(
  "/first-campaign",
  lazyPage(
    () => import("./first-campaign/first-campaign-page.tsx"),
    "first_campaign",
    "stores",
    "ad_accounts",
    "wallet",
    "campaigns",
    "creative",
  ),
);
const firstCampaignChild = under(firstCampaign);
const linkAdAccounts = page(
  "/link-ad-accounts",
  lazyPage(() => import("./connections/connections-page.tsx")),
);
const linkAdAccountsChild = under(linkAdAccounts);
const rules = page("/rules", Outlet);
const rulesChild = under(rules);

export const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/auth",
    beforeLoad: requireSignedOut,
    component: lazyPage(() => import("#modules/merchants/web/auth-page.tsx"), "merchants"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/login",
    beforeLoad: () => {
      throw redirect({ to: "/auth", replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/design",
    beforeLoad: requireSignedIn,
    component: lazyPage(() => import("./design/design-page.tsx"), "design"),
  }),
  shell.addChildren([
    page(
      "/",
      lazyPage(() => import("./home/home-page.tsx"), "home", "reports", "campaigns"),
    ),
    page(
      "/account-completed-flow",
      lazyPage(
        () => import("./account-completed/account-completed-page.tsx"),
        "account_completed",
        "first_campaign",
      ),
    ),
    page(
      "/campaigns",
      lazyPage(() => import("#modules/campaigns/web/campaigns-page.tsx"), "campaigns"),
    ),
    page(
      "/campaigns/add",
      lazyPage(() => import("#modules/campaigns/web/campaign-add-page.tsx"), "campaigns"),
    ),
    page("/campaigns/AddAi", coming("campaign_ai")),
    page(
      "/campaigns/edit/$id",
      lazyPage(() => import("#modules/campaigns/web/campaign-edit-page.tsx"), "campaigns"),
    ),
    page(
      "/campaigns/$id",
      lazyPage(() => import("./campaign/campaign-page.tsx"), "campaign", "campaigns", "reports"),
    ),
    page(
      "/ad-groups/$campaignId/add",
      lazyPage(() => import("#modules/campaigns/web/ad-group-add-page.tsx"), "campaigns"),
    ),
    page(
      "/ad-groups/$campaignId/edit",
      lazyPage(() => import("#modules/campaigns/web/ad-group-edit-page.tsx"), "campaigns"),
    ),
    page(
      "/ads/$adGroupId/add",
      lazyPage(() => import("#modules/campaigns/web/ad-add-page.tsx"), "campaigns"),
    ),
    page(
      "/checkout",
      lazyPage(() => import("./checkout/checkout-page.tsx"), "wallet"),
    ),
    page(
      "/create-ad-flow",
      lazyPage(() => import("./create-ad-flow/create-ad-flow-page.tsx"), "create_ad_flow", "campaigns"),
    ),
    page("/marketing-consultations", coming("consultations")),
    page("/marketing-consultations-orders", coming("consultation_orders")),
    page("/notifications", coming("notifications")),
    page("/reports", coming("reports")),
    page(
      "/search",
      lazyPage(() => import("./search/search-page.tsx"), "campaigns"),
    ),
    page("/tracking", coming("tracking")),
    page("/401", only("UnauthorizedPage")),
    page("/500", only("ServerErrorPage")),
    accountSettings.addChildren([
      leadsTo(accountSettings, "/account-settings/account-details"),
      accountSettingsChild(
        "/account-details",
        lazyPage(() => import("./account-settings/account-details-page.tsx"), "merchants"),
      ),
      accountSettingsChild(
        "/connect-store",
        lazyPage(() => import("./account-settings/connect-store-page.tsx"), "stores"),
      ),
      accountSettingsChild(
        "/payment-methods",
        lazyPage(() => import("#modules/wallet/web/payment-methods-page.tsx"), "wallet"),
      ),
      accountSettingsChild(
        "/settings",
        lazyPage(() => import("./account-settings/settings-page.tsx"), "merchants"),
      ),
    ]),
    financialTransaction.addChildren([
      leadsTo(financialTransaction, "/financial-transaction/operations-table"),
      financialTransactionChild("/active-subscribtions", coming("subscriptions")),
      financialTransactionChild(
        "/operations-table",
        lazyPage(() => import("#modules/wallet/web/operations-table-page.tsx"), "wallet"),
      ),
      financialTransactionChild(
        "/payment-methods",
        lazyPage(() => import("#modules/wallet/web/payment-methods-page.tsx"), "wallet"),
      ),
      financialTransactionChild("/services-stock", coming("services_stock")),
      financialTransactionChild(
        "/wallet",
        lazyPage(() => import("#modules/wallet/web/wallet-page.tsx"), "wallet"),
      ),
    ]),
    firstCampaign.addChildren([
      firstCampaignChild(
        "/",
        lazyPage(() => import("./first-campaign/first-step-page.tsx")),
      ),
      firstCampaignChild("/ai-form", coming("ai_form")),
      firstCampaignChild(
        "/campaign-completed",
        lazyPage(() => import("./first-campaign/campaign-completed-page.tsx"), "reports"),
      ),
      firstCampaignChild(
        "/connect-store",
        lazyPage(() => import("./first-campaign/connect-store-page.tsx")),
      ),
      firstCampaignChild(
        "/connect-platform",
        lazyPage(() => import("./first-campaign/connect-platform-page.tsx")),
      ),
      firstCampaignChild(
        "/create-campaign",
        lazyPage(() => import("./first-campaign/create-campaign-page.tsx")),
      ),
      firstCampaignChild(
        "/create-payement-flow",
        lazyPage(() => import("./first-campaign/create-payment-page.tsx")),
      ),
      firstCampaignChild(
        "/payement",
        lazyPage(() => import("./first-campaign/payment-page.tsx")),
      ),
    ]),
    linkAdAccounts.addChildren([
      leadsTo(linkAdAccounts, "/link-ad-accounts/add-store"),
      linkAdAccountsChild(
        "/add-store",
        lazyPage(() => import("#modules/stores/web/add-store-page.tsx"), "stores"),
      ),
      linkAdAccountsChild(
        "/connect-platform",
        lazyPage(() => import("#modules/ad-accounts/web/connect-platform-page.tsx"), "ad_accounts"),
      ),
    ]),
    rules.addChildren([
      leadsTo(rules, "/rules/campaigns"),
      rulesChild("/campaigns", coming("control_rules")),
      rulesChild("/communication", coming("communication_rules")),
    ]),
    // Inside the guarded layout, so that a signed-out visitor of a wrong address has to sign in first.
    page("/$", only("NotFoundPage")),
  ]),
]);
