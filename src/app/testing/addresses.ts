/** The ids used in addresses. */
type PageIds = { campaignId: string; planId: string; adGroupId: string };

/** Every page of the product, for a signed-in user; ids are the caller's. */
export const listPages = ({ campaignId, planId, adGroupId }: PageIds): string[] => [
  "/",
  "/account-completed-flow",
  "/account-settings/account-details",
  "/account-settings/connect-store",
  "/account-settings/payment-methods",
  "/account-settings/settings",
  `/ad-groups/${campaignId}/add`,
  `/ad-groups/${campaignId}/edit`,
  `/ads/${adGroupId}/add`,
  "/ads-library",
  "/campaigns",
  "/campaigns/add",
  "/campaigns/AddAi",
  `/campaigns/edit/${campaignId}`,
  `/campaigns/${campaignId}`,
  "/checkout",
  "/create-ad-flow",
  "/design",
  "/financial-transaction/active-subscribtions",
  "/financial-transaction/invoices",
  "/financial-transaction/operations-table",
  "/financial-transaction/operations-table/entries/1",
  "/financial-transaction/operations-table/months",
  "/financial-transaction/payment-methods",
  "/financial-transaction/services-stock",
  "/financial-transaction/wallet",
  "/first-campaign/ai-form",
  "/first-campaign/campaign-completed",
  "/first-campaign/connect-platform",
  "/first-campaign/connect-store",
  "/first-campaign/create-campaign",
  "/first-campaign/payement",
  "/link-ad-accounts/add-store",
  "/link-ad-accounts/connect-platform",
  "/marketing-consultations",
  "/marketing-consultations-orders",
  "/media",
  "/notifications",
  `/plans/${planId}`,
  "/reports",
  "/rules/campaigns",
  "/rules/communication",
  "/search",
  "/tracking",
  "/401",
  "/500",
];

/** Redirects of addresses that are not pages of their own, for a signed-in user. */
export const redirects: Record<string, string> = {
  "/link-ad-accounts": "/link-ad-accounts/add-store",
  "/rules": "/rules/campaigns",
  "/first-campaign/create-payement-flow": "/first-campaign/payement",
  "/financial-transaction": "/financial-transaction/operations-table",
  "/account-settings": "/account-settings/account-details",
  "/auth": "/",
  "/login": "/",
};

/** An address that does not exist. */
export const wrongAddress = "/no/such/page";

/**
 * Pages without a place in the navigation: the page whose link leads to each, or the part of the shell. Written as the
 * routes are; `navigation.test.ts` demands a row of every such page, and `reach-by-taps.story.ts` goes these ways.
 */
export const reachedFrom: Record<string, string> = {
  "/account-completed-flow": "/first-campaign/campaign-completed",
  "/account-settings/connect-store": "/account-settings/account-details",
  "/account-settings/payment-methods": "/account-settings/account-details",
  "/account-settings/settings": "/account-settings/account-details",
  "/ad-groups/$campaignId/add": "/campaigns/$id",
  "/ad-groups/$campaignId/edit": "/campaigns/$id",
  "/ads/$adGroupId/add": "/campaigns/$id",
  "/auth": "account menu",
  "/campaigns/$id": "/campaigns",
  "/campaigns/AddAi": "/campaigns",
  "/campaigns/add": "/campaigns",
  "/campaigns/edit/$id": "/campaigns/$id",
  "/checkout": "/financial-transaction/wallet",
  "/create-ad-flow": "/campaigns",
  "/financial-transaction/active-subscribtions": "/financial-transaction/operations-table",
  "/financial-transaction/invoices": "/financial-transaction/operations-table",
  "/financial-transaction/operations-table/entries/$number": "/financial-transaction/operations-table",
  "/financial-transaction/operations-table/months": "/financial-transaction/operations-table",
  "/financial-transaction/payment-methods": "/financial-transaction/operations-table",
  "/financial-transaction/services-stock": "/financial-transaction/operations-table",
  "/financial-transaction/wallet": "/financial-transaction/operations-table",
  "/first-campaign/": "account menu",
  "/first-campaign/ai-form": "/",
  "/first-campaign/campaign-completed": "/first-campaign/",
  "/first-campaign/connect-platform": "/first-campaign/",
  "/first-campaign/connect-store": "/first-campaign/",
  "/first-campaign/create-campaign": "/first-campaign/",
  "/first-campaign/payement": "/first-campaign/",
  "/marketing-consultations-orders": "/marketing-consultations",
  "/notifications": "top bar",
  "/plans/$id": "/campaigns/$id",
  "/rules/communication": "/rules/campaigns",
  "/search": "top bar",
};

export const shellParts = ["account menu", "top bar"];

/** Pages that nothing leads to, on purpose: refusals and failures, a wrong address, and the developers' page. */
export const byAddressAlone = ["/401", "/500", "/$", "/design"];
