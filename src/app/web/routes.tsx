import { type AnyRoute, createRootRoute, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { coming } from "./coming/coming.tsx";
import { onlySignedIn, onlySignedOut } from "./guard.ts";
import { type LazyPage, lazyPage } from "./lazy-page.tsx";

/*
 * Every address of the product. To plug a page in, put its file where `coming(…)` stands:
 *   page("/reports", lazyPage(() => import("#modules/reports/web/reports-page.tsx"), "reports"))
 * The names after the import are the namespaces of texts the page needs.
 */
const root = createRootRoute({ component: Outlet });

const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: onlySignedIn,
  component: lazyPage(() => import("./shell/shell.tsx")),
});

const under =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string>(path: Path, component: LazyPage | typeof Outlet) =>
    createRoute({ getParentRoute: () => parent, path, component });

/** The bare address of a frame leads to its first child. */
const leadsTo = <Parent extends AnyRoute>(parent: Parent, to: string) =>
  createRoute({
    getParentRoute: () => parent,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

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
const firstCampaign = page("/first-campaign", Outlet);
const firstCampaignChild = under(firstCampaign);
const linkAdAccounts = page("/link-ad-accounts", Outlet);
const linkAdAccountsChild = under(linkAdAccounts);
const rules = page("/rules", Outlet);
const rulesChild = under(rules);

export const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/auth",
    beforeLoad: onlySignedOut,
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
    beforeLoad: onlySignedIn,
    component: lazyPage(() => import("./design/design-page.tsx"), "design"),
  }),
  shell.addChildren([
    page("/", coming("home")),
    page("/account-completed-flow", coming("account_completed")),
    page("/campaigns", coming("campaigns")),
    page("/campaigns/add", coming("campaign_add")),
    page("/campaigns/AddAi", coming("campaign_ai")),
    page("/campaigns/edit/$id", coming("campaign_edit")),
    page("/campaigns/$id", coming("campaign")),
    page("/ad-groups/$campaignId/add", coming("ad_group_add")),
    page("/ad-groups/$campaignId/edit", coming("ad_group_edit")),
    page("/ads/$adGroupId/add", coming("ad_add")),
    page(
      "/checkout",
      lazyPage(() => import("./checkout/checkout-page.tsx"), "wallet"),
    ),
    page("/create-ad-flow", coming("create_ad_flow")),
    page("/marketing-consultations", coming("consultations")),
    page("/marketing-consultations-orders", coming("consultation_orders")),
    page("/notifications", coming("notifications")),
    page("/reports", coming("reports")),
    page("/search", coming("search")),
    page("/tracking", coming("tracking")),
    page("/401", only("UnauthorizedPage")),
    page("/500", only("ServerErrorPage")),
    accountSettings.addChildren([
      leadsTo(accountSettings, "/account-settings/account-details"),
      accountSettingsChild(
        "/account-details",
        lazyPage(() => import("./account-settings/account-details-page.tsx"), "merchants"),
      ),
      accountSettingsChild("/connect-store", coming("connect_store")),
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
      firstCampaignChild("/", coming("first_campaign")),
      firstCampaignChild("/ai-form", coming("ai_form")),
      firstCampaignChild("/campaign-completed", coming("campaign_completed")),
      firstCampaignChild("/connect-store", coming("connect_store")),
      firstCampaignChild("/create-payement-flow", coming("payment_flow")),
      firstCampaignChild("/payement", coming("payment")),
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
    // Inside the guarded layout, so that a signed-out visitor of a wrong address is led to sign in first.
    page("/$", only("NotFoundPage")),
  ]),
]);
