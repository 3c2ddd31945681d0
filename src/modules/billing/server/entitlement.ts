import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { PlanFeature, SubscriptionState } from "../contract/enums.ts";
import { monthWithin, type Span } from "../domain/periods.ts";
import { isOpenAt } from "../domain/subscription.ts";
import { toOpens } from "./plans.present.ts";

/** What a merchant's subscription opens at this moment. */
export type Entitlement = {
  subscription_id: string;
  state: SubscriptionState;
  opens: Record<PlanFeature, number | null>;
  /** The month that what is used counts in; a trial is one. */
  month: Span;
};

type Found = Row<"billing.subscriptions", "id" | "current_starts_at" | "current_ends_at"> &
  Row<"billing.plan_versions", PlanFeature> & { state: SubscriptionState };

/** Null without a subscription, when it is not paid, or when its time is over. */
export async function loadEntitlement({ db, actor, now }: ReadContext): Promise<Entitlement | null> {
  const found = await db.maybeOne<Found>(sql`
    select subscriptions.id, state, current_starts_at, current_ends_at, writer_words, designer_pictures, rules, messages, consultations,
      ai_campaigns, members, landing_pages
    from billing.subscriptions join billing.plan_versions on plan_versions.id = plan_version_id
    where merchant_id = ${actor.merchantId} and state <> 'expired'`);
  if (!found || !isOpenAt(found, now)) return null;
  const { id, state, current_starts_at: starts_at, current_ends_at: ends_at } = found;
  const month = state === "trial" ? { starts_at, ends_at } : monthWithin({ starts_at, ends_at }, now);
  return { subscription_id: id, state, opens: toOpens(found), month };
}
