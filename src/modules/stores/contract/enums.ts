/** The store platforms a merchant may sell on. */
export const storePlatforms = ["salla", "zid", "shopify", "woocommerce", "other"] as const;
export type StorePlatformName = (typeof storePlatforms)[number];

export const storeStatuses = ["connected", "lost", "disconnected"] as const;
export type StoreStatus = (typeof storeStatuses)[number];

/** Why a connection was lost: the app was uninstalled, access was revoked, or a token renewal was interrupted. */
export const lostReasons = ["uninstalled", "access_revoked", "renewal_lost"] as const;
export type LostReason = (typeof lostReasons)[number];

/**
 * Why a connected store's orders cannot be read: the platform has not approved our app for customer data, or the
 * merchant did not grant the required scopes.
 */
export const orderBlocks = ["customer_data_not_approved", "scope_missing"] as const;
export type OrderBlock = (typeof orderBlocks)[number];

/** Our order statuses. `unpaid` waits for its first payment (or is a draft) and counts for nothing. */
export const orderStatuses = ["unpaid", "placed", "delivered", "refused", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const productStatuses = ["on_sale", "out_of_stock", "hidden", "gone"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** Whether a product's sales are known: its store's orders are read, are read for the first time, or cannot be read. */
export const salesStates = ["known", "reading", "not_stated"] as const;

/** Over how many Riyadh days, today included, a product's sales are added up. */
export const productSalesDays = 30;

/** How a list of products is sorted: by name, or by the sales of the last days. */
export const productSorts = ["name", "sales"] as const;
export type ProductSort = (typeof productSorts)[number];

/** How a merchant verifies that a site is theirs: a meta tag on its page, or a TXT record of its name. */
export const verificationMethods = ["meta", "dns"] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** Pages a merchant may return to after the platform's consent page. Nothing else is ever redirected to. */
export const returnPaths = [
  "/account-settings/connect-store",
  "/first-campaign/connect-store",
  "/link-ad-accounts/add-store",
] as const;
export type ReturnPath = (typeof returnPaths)[number];

/**
 * How connecting ended; the page it started from reads it in the URL as `store_result`, with the `store` that was
 * connected.
 */
export const connectResults = ["connected", "denied", "failed", "taken"] as const;
export type ConnectResult = (typeof connectResults)[number];
