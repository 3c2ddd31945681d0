import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { BillingCalls } from "../contract/billing.calls.ts";

/** Billing's calls, typed by its contract alone. */
export const call = makeCaller<BillingCalls>();

export type ServiceStock = Answer<BillingCalls["GET Clients/Billing/stock"]>["items"][number];
export type PackageForSale = Answer<BillingCalls["GET Clients/Billing/packages"]>["items"][number];
export type Movement = Answer<BillingCalls["GET Clients/Billing/usages"]>["items"][number];
export type OrderPreview = Answer<BillingCalls["POST Clients/Billing/orders/preview"]>;
export type Order = Answer<BillingCalls["GET Clients/Billing/orders/{id}"]>;
export type ListedInvoice = Answer<BillingCalls["GET Clients/Billing/invoices"]>["items"][number];
export type BuyerDetails = Answer<BillingCalls["GET Clients/Billing/invoice-details"]>;
export type SubscriptionView = Answer<BillingCalls["GET Clients/Billing/subscription"]>;
export type Subscription = NonNullable<SubscriptionView["subscription"]>;
export type SubscriptionPayment = Answer<BillingCalls["POST Clients/Billing/subscription/check-payment"]>;
export type Plan = Answer<BillingCalls["GET Clients/Billing/plans"]>["items"][number];
export type ListedPeriod = Answer<BillingCalls["GET Clients/Billing/subscription/periods"]>["items"][number];
