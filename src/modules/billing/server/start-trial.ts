import { createHash } from "node:crypto";
import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import { nextTrialStepAt, trialEndsAt } from "../domain/trial.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { findTrialPlan } from "./plans.store.ts";
import { expireSubscription } from "./subscription-changes.ts";
import { hadSubscription, insertSubscription, lockSubscription } from "./subscriptions.store.ts";
import {
  deleteClaims,
  hasClaim,
  insertClaims,
  isClaimedByAnother,
  type TrialIdentity,
} from "./trial-claims.store.ts";

type Deps = Pick<BillingDeps, "merchants" | "stores">;
type Outcome = "started" | "trial_used" | "already_subscribed";

/**
 * Begins the free trial at the merchant's tap. Refuses `billing.already_subscribed`, and `billing.trial_used` when the
 * merchant, its mobile number or one of its stores had one.
 */
export const startTrial =
  (deps: Deps) =>
  (ctx: ReadContext): Promise<void> =>
    transact(ctx, async (ctx) => {
      const outcome = await beginTrial(deps, ctx);
      if (outcome !== "started") plansRefusals.refuse(`billing.${outcome}`);
    });

/**
 * The trial begins by itself with the first store, if the merchant may have one; a further store is claimed with it. A
 * trial that runs ends when one of the merchant's stores had one with another.
 */
export const startTrialWithStore =
  (deps: Deps) =>
  async (ctx: Context): Promise<void> => {
    const outcome = await beginTrial(deps, ctx);
    if (outcome !== "already_subscribed") return;
    const stores = await listStores(deps, ctx);
    await insertClaims(ctx, stores);
    const subscription = await lockSubscription(ctx);
    if (subscription?.state === "trial" && (await isClaimedByAnother(ctx, stores)))
      await expireSubscription(ctx, { ...subscription, ended_by: "store_trial" });
  };

/** Whether the merchant may have the trial, as far as is known without claiming it. */
export async function mayHaveTrial(deps: Deps, ctx: ReadContext): Promise<boolean> {
  if (await hadSubscription(ctx)) return false;
  return !(await hasClaim(ctx, await listIdentities(deps, ctx)));
}

async function beginTrial(deps: Deps, ctx: Context): Promise<Outcome> {
  if (await lockSubscription(ctx)) return "already_subscribed";
  if (!(await mayHaveTrial(deps, ctx))) return "trial_used";
  const identities = await listIdentities(deps, ctx);
  if ((await insertClaims(ctx, identities)) < identities.length) {
    await deleteClaims(ctx);
    return "trial_used";
  }
  const plan = await findTrialPlan(ctx.tx);
  if (!plan) throw new Error("no plan is marked as the trial's");
  const { id, state } = await insertSubscription(ctx, {
    id: newId("sub"),
    state: "trial",
    plan_version_id: plan.id,
    anchor_at: ctx.now,
    current_starts_at: ctx.now,
    current_ends_at: trialEndsAt(ctx.now),
    next_step_at: nextTrialStepAt(ctx.now, ctx.now),
    duration_months: null,
    payment_source: null,
  });
  await recordAudit(ctx, { module: "billing", action: "billing.trial_started", subject: id });
  const { merchantId: merchant_id } = ctx.actor;
  await ctx.tx.publish({ name: "billing.subscription_changed", merchant_id, subscription_id: id, state });
  return "started";
}

async function listIdentities(deps: Deps, ctx: ReadContext): Promise<TrialIdentity[]> {
  return [
    { kind: "merchant", identity: ctx.actor.merchantId },
    { kind: "mobile", identity: hash(await deps.merchants.loadMobile(ctx)) },
    ...(await listStores(deps, ctx)),
  ];
}

/** A number is compared and never read: it stays with its merchant alone. */
const hash = (mobile: string) => createHash("sha256").update(`trial:${mobile}`).digest("base64url");

async function listStores({ stores }: Deps, ctx: ReadContext): Promise<TrialIdentity[]> {
  const identities = await stores.listStoreIdentities(ctx);
  return identities.map((identity) => ({ kind: "store", identity }));
}
