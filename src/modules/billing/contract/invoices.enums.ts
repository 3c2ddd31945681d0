export const invoiceKinds = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/**
 * What an invoice is for: an order, a subscription's period, a month's ad spend, a deposit taken as an advance, or a
 * consultation.
 */
export const invoiceSources = ["order", "period", "ad_spend", "deposit", "consultation"] as const;
export type InvoiceSource = (typeof invoiceSources)[number];

export const paidBy = ["card", "apple_pay", "stc_pay", "balance"] as const;
export type PaidBy = (typeof paidBy)[number];
