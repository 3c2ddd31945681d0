/** The ids used in addresses. */
type PageIds = { campaignId: string; adGroupId: string };

/** Every page of the product, for a signed-in user; ids are the caller's. */
export const listPages = ({ campaignId, adGroupId }: PageIds): string[] => [
  "/",
  "/account-completed-flow",
  "/account-settings/account-details",
  "/account-settings/connect-store",
  "/account-settings/payment-methods",
  "/account-settings/settings",
  `/ad-groups/${campaignId}/add`,
  `/ad-groups/${campaignId}/edit`,
  `/ads/${adGroupId}/add`,
  "/campaigns",
  "/campaigns/add",
  "/campaigns/AddAi",
  `/campaigns/edit/${campaignId}`,
  `/campaigns/${campaignId}`,
  "/checkout",
  "/create-ad-flow",
  "/design",
  "/financial-transaction/active-subscribtions",
  "/financial-transaction/operations-table",
  "/financial-transaction/payment-methods",
  "/financial-transaction/services-stock",
  "/financial-transaction/wallet",
  "/first-campaign/ai-form",
  "/first-campaign/campaign-completed",
  "/first-campaign/connect-platform",
  "/first-campaign/connect-store",
  "/first-campaign/create-campaign",
  "/first-campaign/create-payement-flow",
  "/first-campaign/payement",
  "/link-ad-accounts/add-store",
  "/link-ad-accounts/connect-platform",
  "/marketing-consultations",
  "/marketing-consultations-orders",
  "/media",
  "/notifications",
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
  "/financial-transaction": "/financial-transaction/operations-table",
  "/account-settings": "/account-settings/account-details",
  "/auth": "/",
  "/login": "/",
};

/** An address that does not exist. */
export const wrongAddress = "/no/such/page";
