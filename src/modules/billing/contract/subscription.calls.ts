import { z } from "zod";
import { defineCalls, followQuery, followSchema, halalasSchema, instant } from "#base/shared/contract.ts";
import { intentStatuses } from "#modules/payments/contract/enums.ts";
import { paymentFormSchema } from "#modules/payments/contract/payment-form.ts";
import {
  countedFeatures,
  endCauses,
  nextKinds,
  noticeKinds,
  paymentSources,
  periodFailures,
  periodKinds,
  periodStates,
  subscriptionStates,
} from "./enums.ts";
import { bothLanguages, durationSchema, planSchema } from "./plans.calls.ts";

const read = { subject: "billing", action: "read" } as const;
const manage = { subject: "billing", action: "manage" } as const;
const id = z.string().min(1).max(64);

const terms = z.object({ plan_version_id: id, duration_months: durationSchema });

/** How the merchant pays now: from the balance, from a saved card, or without `card_id` in the gateway's form. */
const paymentChoice = z.object({
  source: z.enum(paymentSources),
  card_id: id.optional(),
  /** Keep the card that is entered in the form, and renew from it. */
  save_card: z.boolean().default(false),
});

/** A payment that the merchant makes now. */
const payment = z.object({
  intent_id: z.string(),
  status: z.enum(intentStatuses),
  amount_halalas: halalasSchema,
  /** Why the last attempt failed, as a sentence in the language of the request. */
  failure_message: z.string().nullable(),
  /** The bank's page, while it waits for the cardholder. */
  action_url: z.string().nullable(),
});

const change = z.object({
  plan_version_id: z.string(),
  plan_name: bothLanguages,
  duration_months: durationSchema,
  price_halalas: halalasSchema,
});

const subscription = z.object({
  id: z.string(),
  state: z.enum(subscriptionStates),
  /** Whether paid tools are open now. */
  is_open: z.boolean(),
  plan: planSchema,
  /** Null in a trial. */
  duration_months: durationSchema.nullable(),
  payment_source: z.enum(paymentSources).nullable(),
  /** Null: renewals use the default card. */
  card_id: z.string().nullable(),
  current_starts_at: instant,
  current_ends_at: instant,
  /** Why it ended before its time; null when it did not. */
  ended_by: z.enum(endCauses).nullable(),
  /** What happens next by itself, when, and what it charges; null when nothing does. */
  next: z
    .object({ kind: z.enum(nextKinds), at: instant, amount_halalas: halalasSchema.nullable() })
    .nullable(),
  /** A smaller plan that was chosen for the next period. */
  planned_change: change.nullable(),
  /** A period that is to be paid. */
  open_period: z
    .object({
      id: z.string(),
      kind: z.enum(periodKinds),
      due_halalas: halalasSchema,
      due_since: instant,
      /** The subscription expires then, unless it is paid. */
      pay_until: instant.nullable(),
      failure: z.enum(periodFailures).nullable(),
      payment: payment.nullable(),
      /** The payment is a form that the merchant opened and did not pay in: nothing is being charged. */
      has_unpaid_form: z.boolean(),
    })
    .nullable(),
  /** Day of the trial from 1, days until its end, and what was used of what the plan opens. */
  trial: z
    .object({
      day: z.number().int(),
      days: z.number().int(),
      days_left: z.number().int(),
      used: z.array(z.object({ feature: z.enum(countedFeatures), units: z.number().int() })),
    })
    .nullable(),
});

/** What the product has to say about the subscription, in words of the request's language. */
const notice = z.object({ kind: z.enum(noticeKinds), text: z.string() });

const view = z.object({
  /** The one that lives, else the one that expired last; null for a merchant who never had one. */
  subscription: subscription.nullable(),
  can_start_trial: z.boolean(),
  notices: z.array(notice),
  as_of: instant,
});

const periodItem = z.object({
  id: z.string(),
  number: z.number().int(),
  kind: z.enum(periodKinds),
  state: z.enum(periodStates),
  plan_name: bothLanguages,
  duration_months: durationSchema,
  starts_at: instant,
  ends_at: instant,
  price_halalas: halalasSchema,
  credit_halalas: halalasSchema,
  discount_halalas: halalasSchema,
  due_halalas: halalasSchema,
  /** What has gone back of it: given back, or taken by a bank. */
  returned_halalas: halalasSchema,
  payment_source: z.enum(paymentSources),
  paid_at: instant.nullable(),
  /** An upgrade ended it before its time. */
  replaced_at: instant.nullable(),
});

const refusalsOfPayment = [
  "billing.payment_under_way",
  "billing.total_too_small",
  "billing.too_many_open_payments",
  "billing.card_expired",
  "wallet.balance_not_enough",
] as const;

/** A merchant's subscription. */
export const subscriptionCalls = defineCalls({
  "GET Clients/Billing/subscription": {
    summary: "The subscription: its plan, its state, and what happens next by itself",
    access: read,
    answer: view,
  },
  "GET Clients/Billing/subscription/periods": {
    summary: "All periods of the merchant's subscriptions, newest first",
    access: read,
    query: followQuery,
    answer: followSchema(periodItem),
  },
  "POST Clients/Billing/subscription/start-trial": {
    summary: "Begins the free trial, once for a merchant, its number and its stores",
    access: manage,
    answer: view,
    refusals: ["billing.trial_used", "billing.already_subscribed"],
    idempotent: true,
  },
  "POST Clients/Billing/subscription/upgrade-preview": {
    summary: "What a larger plan costs now, with the unused part credited",
    access: read,
    body: terms,
    answer: z.object({
      price_halalas: halalasSchema,
      credit_halalas: halalasSchema,
      due_halalas: halalasSchema,
      starts_at: instant,
      ends_at: instant,
      /** Sent along with the upgrade, it keeps these amounts for half an hour. */
      previewed_at: instant,
    }),
    refusals: ["billing.plan_not_offered", "billing.not_an_upgrade", "billing.subscription_inactive"],
  },
  "POST Clients/Billing/subscription/upgrade": {
    summary: "Moves to a larger plan or a longer period now",
    access: manage,
    body: terms.extend({ payment: paymentChoice, previewed_at: instant.optional() }),
    answer: view.extend({ form: paymentFormSchema.nullable() }),
    refusals: [
      "billing.plan_not_offered",
      "billing.not_an_upgrade",
      "billing.subscription_inactive",
      ...refusalsOfPayment,
    ],
    idempotent: true,
  },
  "POST Clients/Billing/subscription/downgrade": {
    summary: "Chooses a smaller plan or a shorter period for the next period",
    access: manage,
    body: terms,
    answer: view,
    refusals: ["billing.plan_not_offered", "billing.not_a_downgrade", "billing.subscription_inactive"],
  },
  "POST Clients/Billing/subscription/cancel": {
    summary: "Ends the subscription at its period's end",
    access: manage,
    answer: view,
    refusals: ["billing.nothing_to_cancel", "billing.payment_under_way"],
  },
  "POST Clients/Billing/subscription/resume": {
    summary: "Takes back a cancellation or a planned change, until the period's end",
    access: manage,
    answer: view,
    refusals: ["billing.nothing_to_resume"],
  },
  "POST Clients/Billing/subscription/pay": {
    summary: "Pays the renewal that is not paid yet",
    access: manage,
    body: z.object({ payment: paymentChoice }),
    answer: view.extend({ form: paymentFormSchema.nullable() }),
    refusals: ["billing.nothing_to_pay", ...refusalsOfPayment],
    idempotent: true,
  },
  "POST Clients/Billing/subscription/cancel-payment": {
    summary:
      "Gives up a payment form that was opened and not paid in: a renewal goes on by itself, an upgrade is not made",
    access: manage,
    answer: view,
    refusals: ["billing.nothing_to_pay", "billing.payment_under_way"],
  },
  "PUT Clients/Billing/subscription/payment-method": {
    summary: "Sets what renewals are paid from",
    access: manage,
    body: z.object({ source: z.enum(paymentSources), card_id: id.nullable().default(null) }),
    answer: view,
    refusals: ["billing.subscription_inactive", "billing.card_expired", "billing.card_charged_back"],
  },
  "POST Clients/Billing/subscription/attach-payment": {
    summary: "Reports the payment that the gateway's form made",
    access: manage,
    body: z.object({ intent_id: id, payment_id: id }),
    answer: view,
    refusals: ["billing.payment_of_another"],
  },
  "POST Clients/Billing/subscription/check-payment": {
    summary: "Reads the payment under way at the gateway now",
    access: manage,
    body: z.object({ intent_id: id }),
    answer: payment,
  },
});
export type SubscriptionCalls = typeof subscriptionCalls;
