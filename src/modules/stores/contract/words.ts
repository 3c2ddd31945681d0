/** The store platforms a merchant may sell on. */
export const storePlatforms = ["salla", "zid", "shopify", "woocommerce", "other"] as const;
export type StorePlatformName = (typeof storePlatforms)[number];

export const storeStatuses = ["connected", "lost", "disconnected"] as const;
export type StoreStatus = (typeof storeStatuses)[number];

/** Why a connection was lost: the app was taken out, the platform shut us out, or a renewal was cut off in the middle. */
export const lostReasons = ["uninstalled", "access_revoked", "renewal_lost"] as const;
export type LostReason = (typeof lostReasons)[number];

/**
 * Why a connected store's orders cannot be read: the platform has not approved our app for customer data, or the
 * merchant gave less than is needed.
 */
export const orderBlocks = ["customer_data_not_approved", "scope_missing"] as const;
export type OrderBlock = (typeof orderBlocks)[number];

/** An order in our words. `unpaid` waits for its first payment (or is a draft) and counts for nothing. */
export const orderStatuses = ["unpaid", "placed", "delivered", "refused", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const productStatuses = ["on_sale", "out_of_stock", "hidden", "gone"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** How a merchant shows that a site is theirs: a tag on its page, or a record of its name. */
export const verificationMethods = ["meta", "dns"] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** Pages a merchant may be brought back to after the platform's consent page. Nothing else is ever redirected to. */
export const returnPaths = [
  "/account-settings/connect-store",
  "/first-campaign/connect-store",
  "/link-ad-accounts/add-store",
] as const;
export type ReturnPath = (typeof returnPaths)[number];

/** How connecting ended; the page it came from reads it in the address as `store_result`, with the `store` that was connected. */
export const connectResults = ["connected", "denied", "failed", "taken"] as const;
export type ConnectResult = (typeof connectResults)[number];
