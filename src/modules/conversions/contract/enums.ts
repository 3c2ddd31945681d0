/** When a purchase is sent back to the platforms. */
export const sendTimes = ["order", "delivery"] as const;
export type SendTime = (typeof sendTimes)[number];

/** `sent`: the platform says later what became of it. */
export const purchaseStatuses = ["waiting", "sent", "accepted", "refused"] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** Why a purchase was refused: the platform's own words, or what we found before sending it. */
export const refusalReasons = ["vendor", "too_old", "no_identifier"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Days of figures that the health panel shows, today included. */
export const healthDays = 14;
