import type { PageSpec } from "#base/web/runtime/web-module.ts";

const notices = () => import("./pages/not-found.tsx");
const only = (name: "NotFoundPage" | "UnauthorizedPage" | "ServerErrorPage"): PageSpec => ({
  load: () => notices().then((module) => ({ [name]: module[name] })),
});

/** Keeps the paths in the type, without the types of the imported files. */
const definePages = <const Path extends string>(pages: { readonly [Each in Path]: PageSpec }) => pages;

/** Pages that join several modules: home, the sign-in, the first campaign, checkout, settings; and the frames around others' pages. */
export const appPages = definePages({
  "/": { load: () => import("./home/home-page.tsx"), texts: ["home", "reports", "campaigns"] },
  "/auth": { load: () => import("./auth/sign-in-page.tsx"), texts: ["merchants", "demo"], isForGuests: true },
  "/account-completed-flow": {
    load: () => import("./account-completed/account-completed-page.tsx"),
    texts: ["account_completed", "first_campaign"],
  },
  "/campaigns/$id": {
    load: () => import("./campaign/campaign-page.tsx"),
    texts: ["campaign", "campaigns", "reports", "reports_export"],
  },
  "/plans/$id": {
    load: () => import("./plan/plan-page.tsx"),
    texts: ["plan", "campaign", "campaigns", "reports"],
  },
  "/checkout": {
    ability: { subject: "billing", action: "manage" },
    load: () => import("./checkout/checkout-page.tsx"),
    texts: ["wallet", "payments", "billing_checkout", "billing_payment", "billing_subscription"],
  },
  "/create-ad-flow": {
    ability: { subject: "campaign", action: "manage" },
    load: () => import("./create-ad-flow/create-ad-flow-page.tsx"),
    texts: ["create_ad_flow", "campaigns"],
  },
  "/search": { load: () => import("./search/search-page.tsx"), texts: ["search", "command"] },
  "/401": only("UnauthorizedPage"),
  "/500": only("ServerErrorPage"),
  // Inside the guarded layout, so that a signed-out visitor of a wrong address has to sign in first.
  "/$": only("NotFoundPage"),

  "/account-settings": {
    load: () => import("./account-settings/account-settings-page.tsx"),
    texts: ["merchants"],
    isFrame: true,
    leadsTo: "/account-settings/account-details",
  },
  "/account-settings/account-details": {
    load: () => import("./account-settings/account-details-page.tsx"),
    texts: ["merchants", "messages", "billing_invoices"],
  },
  "/account-settings/connect-store": {
    ability: { subject: "store", action: "manage" },
    load: () => import("./account-settings/connect-store-page.tsx"),
    texts: ["stores", "campaigns"],
  },
  "/account-settings/payment-methods": {
    ability: { subject: "card", action: "manage" },
    load: () => import("#modules/wallet/web/payment-methods-page.tsx"),
    texts: ["wallet", "payments", "payments_cards"],
  },
  "/account-settings/settings": {
    load: () => import("./account-settings/settings-page.tsx"),
    texts: ["merchants", "notifications", "campaigns", "campaigns_law", "finance_acts"],
  },

  // The flow's steps are parts of several modules, so their texts load with the frame.
  "/first-campaign": {
    ability: { subject: "campaign", action: "manage" },
    load: () => import("./first-campaign/first-campaign-page.tsx"),
    texts: [
      "first_campaign",
      "stores",
      "ad_accounts",
      "wallet",
      "payments",
      "campaigns",
      "campaigns_form",
      "campaigns_law",
      "creative",
      "seasons",
    ],
    isFrame: true,
  },
  "/first-campaign/": { load: () => import("./first-campaign/first-step-page.tsx") },
  "/first-campaign/campaign-completed": {
    load: () => import("./first-campaign/campaign-completed-page.tsx"),
    texts: ["reports"],
  },
  "/first-campaign/connect-platform": { load: () => import("./first-campaign/connect-platform-page.tsx") },
  "/first-campaign/connect-store": {
    load: () => import("./first-campaign/connect-store-page.tsx"),
    texts: ["demo"],
  },
  "/first-campaign/create-campaign": { load: () => import("./first-campaign/create-campaign-page.tsx") },
  // Amount and card were a page of their own; its address leads to the step that has both.
  "/first-campaign/create-payement-flow": { isFrame: true, leadsTo: "/first-campaign/payement" },
  "/first-campaign/payement": { load: () => import("./first-campaign/payment-page.tsx") },

  "/link-ad-accounts": {
    load: () => import("./connections/connections-page.tsx"),
    isFrame: true,
    leadsTo: "/link-ad-accounts/add-store",
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    app: keyof typeof appPages;
  }
}
