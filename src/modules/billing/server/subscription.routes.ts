import type { Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import type { SubscriptionCalls } from "../contract/subscription.calls.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { cancel, downgrade, payRenewal, resume, setPaymentMethod } from "./change-subscription.ts";
import { listPeriods } from "./list-periods.ts";
import { startTrial } from "./start-trial.ts";
import { presentPayment, presentSubscription } from "./subscription.present.ts";
import { previewUpgrade, upgrade } from "./upgrade.ts";

const purpose = "subscription";

/** The calls about a merchant's subscription. */
export function subscriptionHandlers(deps: BillingDeps): Handlers<SubscriptionCalls> {
  return { ...readings(deps), ...changes(deps), ...payments(deps) };
}

type Names<Pattern extends string> = Extract<keyof SubscriptionCalls, Pattern>;
type Reading = Names<`GET ${string}` | `${string}-preview`>;
type Paying = Names<`${string}/${"upgrade" | "pay" | "attach-payment" | "check-payment"}`>;
type Part<Name extends keyof SubscriptionCalls> = Pick<Handlers<SubscriptionCalls>, Name>;

function readings(deps: BillingDeps): Part<Reading> {
  const present = presentSubscription(deps);
  return {
    "GET Clients/Billing/subscription": ({ ctx, language }) => present(ctx, language),
    "GET Clients/Billing/subscription/periods": ({ ctx, query }) => listPeriods(ctx, query),
    "POST Clients/Billing/subscription/upgrade-preview": async ({ ctx, body }) => {
      const { starts_at, ends_at, previewed_at, ...amounts } = await previewUpgrade(ctx, body);
      return {
        ...amounts,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
        previewed_at: previewed_at.toISOString(),
      };
    },
  };
}

function changes(deps: BillingDeps): Part<Exclude<keyof SubscriptionCalls, Reading | Paying>> {
  const present = presentSubscription(deps);
  const begin = startTrial(deps);
  const end = cancel(deps);
  const endPayment = cancelPayment(deps);
  const setMethod = setPaymentMethod(deps);
  return {
    "POST Clients/Billing/subscription/start-trial": async ({ ctx, language }) => {
      await begin(ctx);
      return present(ctx, language);
    },
    "POST Clients/Billing/subscription/downgrade": async ({ ctx, body, language }) => {
      await downgrade(ctx, body);
      return present(ctx, language);
    },
    "POST Clients/Billing/subscription/cancel": async ({ ctx, language }) => {
      await end(ctx);
      return present(ctx, language);
    },
    "POST Clients/Billing/subscription/cancel-payment": async ({ ctx, language }) => {
      await endPayment(ctx);
      return present(ctx, language);
    },
    "POST Clients/Billing/subscription/resume": async ({ ctx, language }) => {
      await resume(ctx);
      return present(ctx, language);
    },
    "PUT Clients/Billing/subscription/payment-method": async ({ ctx, body, language }) => {
      await setMethod(ctx, body);
      return present(ctx, language);
    },
  };
}

function payments(deps: BillingDeps): Part<Paying> {
  const present = presentSubscription(deps);
  const pay = payRenewal(deps);
  const upgradeNow = upgrade(deps);
  return {
    "POST Clients/Billing/subscription/upgrade": async ({ ctx, body, language }) => {
      const form = await upgradeNow(ctx, { input: body, language });
      return { ...(await present(ctx, language)), form };
    },
    "POST Clients/Billing/subscription/pay": async ({ ctx, body, language }) => {
      const form = await pay(ctx, { choice: body.payment, language });
      return { ...(await present(ctx, language)), form };
    },
    "POST Clients/Billing/subscription/attach-payment": async ({ ctx, body, language }) => {
      const ids = { purpose, intentId: body.intent_id, paymentId: body.payment_id } as const;
      if (!(await deps.payments.attachPayment(ctx, ids)))
        return plansRefusals.refuse("billing.payment_of_another", {}, "payment_id");
      return present(ctx, language);
    },
    "POST Clients/Billing/subscription/check-payment": async ({ ctx, body, language }) => {
      const intent = await deps.payments.checkIntent(ctx, { purpose, intentId: body.intent_id });
      return intent ? presentPayment(deps.payments, intent, language) : baseRefusals.refuse("base.not_found");
    },
  };
}
