import type { Context } from "#base/server/context.ts";
import type { ReturnCause } from "../contract/enums.ts";
import { decideReturn } from "../domain/period-return.ts";
import { toCycle } from "../domain/renewal.ts";
import type { BillingDeps } from "./billing.deps.ts";
import {
  findPeriod,
  findReplacedPeriod,
  lockOpenPeriod,
  type Period,
  savePeriod,
  saveReturned,
} from "./periods.store.ts";
import { commitChange, toExpired } from "./subscription-changes.ts";
import {
  findOwnSubscription,
  lockSubscription,
  type Subscription,
  toCurrent,
} from "./subscriptions.store.ts";

type Deps = Pick<BillingDeps, "log">;
type Returned = { period: Period; returned_halalas: number; cause: ReturnCause };

/**
 * Records what has gone back of a paid period in all, and brings its subscription in line: when all of the running period's
 * money is gone the subscription ends now and paid tools close; when an upgrade's is, the plan before runs on as long as
 * it was paid. Money that comes again opens what still runs. The same sum again changes nothing.
 */
export async function returnPeriod(deps: Deps, ctx: Context, returned: Returned): Promise<void> {
  const { period, cause } = returned;
  const living = await lockSubscription(ctx);
  const subscription = await findOwnSubscription(ctx, period.subscription_id);
  const after = Math.min(period.due_halalas, returned.returned_halalas);
  if (!subscription || after === period.returned_halalas) return;
  await saveReturned(ctx, { id: period.id, returned_halalas: after });
  const previous = await findPrevious(ctx, period);
  const effect = decideReturn({
    period,
    before: period.returned_halalas,
    after,
    now: ctx.now,
    currentPeriodId: subscription.current_period_id,
    isAlive: living?.id === subscription.id,
    previousRuns: previous !== undefined,
  });
  const next = {
    none: async () => subscription,
    end: () => end(ctx, subscription, cause),
    go_back: async () => (previous ? goBack(ctx, subscription, previous) : subscription),
    come_back: async () => (await comeBack(ctx, { subscription, living, period })) ?? subscription,
  };
  const changed = await next[effect]();
  if (effect === "come_back" && changed === subscription)
    deps.log.error(
      { alarm: "period_not_reopened", period_id: period.id },
      "money came back for a period whose place was taken",
    );
  await commitChange(ctx, changed, {
    action: "billing.period_returned",
    before: { period: period.id, state: subscription.state, returned_halalas: period.returned_halalas },
    after: { state: changed.state, returned_halalas: after, cause },
  });
}

/** The period that an upgrade replaced, while it still runs and its own money is not gone. */
async function findPrevious(ctx: Context, upgrade: Period): Promise<Period | undefined> {
  const previous = upgrade.kind === "upgrade" ? await findReplacedPeriod(ctx, upgrade) : undefined;
  if (!previous || previous.ends_at <= ctx.now) return undefined;
  return previous.returned_halalas < previous.due_halalas || previous.due_halalas === 0
    ? previous
    : undefined;
}

async function end(ctx: Context, subscription: Subscription, cause: ReturnCause): Promise<Subscription> {
  await voidOpen(ctx, subscription);
  return {
    ...toExpired(ctx, subscription),
    ended_by: cause,
    reopens_as: subscription.state === "cancelled" ? "cancelled" : "active",
  };
}

/** What waits for its payment will not be paid any more; what still arrives for it is returned. */
async function voidOpen(ctx: Context, { id }: Subscription): Promise<void> {
  const open = await lockOpenPeriod(ctx, id);
  if (open) await savePeriod(ctx, { ...open, state: "void", next_attempt_at: null });
}

async function goBack(ctx: Context, subscription: Subscription, previous: Period): Promise<Subscription> {
  await voidOpen(ctx, subscription);
  await savePeriod(ctx, { ...previous, replaced_at: null });
  return { ...subscription, ...toCurrent(previous), ...toCycle(previous) };
}

type Back = { subscription: Subscription; living: Subscription | undefined; period: Period };

/** Undefined when another subscription lives, or the plan went on without this period. */
async function comeBack(
  ctx: Context,
  { subscription, living, period }: Back,
): Promise<Subscription | undefined> {
  if (!living && subscription.reopens_as && subscription.current_period_id === period.id)
    return {
      ...subscription,
      state: subscription.reopens_as,
      expired_at: null,
      ended_by: null,
      reopens_as: null,
      next_step_at: subscription.current_ends_at,
    };
  const current =
    living?.id === subscription.id && living.current_period_id
      ? await findPeriod(ctx, living.current_period_id)
      : undefined;
  if (!current || current.number >= period.number) return undefined;
  await voidOpen(ctx, subscription);
  await savePeriod(ctx, { ...current, replaced_at: period.starts_at });
  return { ...subscription, ...toCurrent(period), ...toCycle(period) };
}
