import type { Context, ReadContext } from "#base/server/context.ts";
import type { Duration } from "../contract/enums.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import { compareTerms } from "../domain/plan-change.ts";
import type { PlanVersion } from "./plans.present.ts";
import { findOfferedPlan, findPlanVersion, loadPosition } from "./plans.store.ts";
import type { Subscription } from "./subscriptions.store.ts";

export type Terms = { plan_version_id: string; duration_months: Duration };
/** A subscription that is paid and runs. */
export type Running = Subscription & { duration_months: Duration; current_period_id: string };

/** Refuses `billing.subscription_inactive` for one that is a trial, not paid, or being ended. */
export function requireRunning(subscription: Subscription | undefined): Running {
  const { state, duration_months, current_period_id } = subscription ?? {};
  if (!subscription || state !== "active" || !duration_months || !current_period_id)
    return plansRefusals.refuse("billing.subscription_inactive");
  return { ...subscription, duration_months, current_period_id };
}

/**
 * The version that a running subscription would change to, when the change is of this kind. Refuses
 * `billing.plan_not_offered`, `billing.not_an_upgrade`, `billing.not_a_downgrade`.
 */
export async function requireTerms(
  { db }: ReadContext | Context,
  subscription: Running,
  { terms, kind }: { terms: Terms; kind: "upgrade" | "downgrade" },
): Promise<PlanVersion> {
  const version = await findOfferedPlan(db, terms.plan_version_id);
  if (!version) return plansRefusals.refuse("billing.plan_not_offered", {}, "plan_version_id");
  const current = await findPlanVersion(db, subscription.plan_version_id);
  const position = (code: string | undefined) => loadPosition(db, code ?? "");
  const compared = compareTerms(
    { position: await position(current?.plan_code), duration_months: subscription.duration_months },
    { position: await position(version.plan_code), duration_months: terms.duration_months },
  );
  if (compared === kind) return version;
  const code = kind === "upgrade" ? "billing.not_an_upgrade" : "billing.not_a_downgrade";
  return plansRefusals.refuse(code, {}, "plan_version_id");
}
