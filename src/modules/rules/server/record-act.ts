import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Facts, SeenCondition } from "../domain/conditions.ts";
import type { Act } from "../domain/decide.ts";
import { insertAct, type NewAct, refuseAct } from "./acts.store.ts";
import type { RulesDeps } from "./deps.ts";

type Deps = Pick<RulesDeps, "campaigns">;
export type ActInput = { campaignId: string; act: Act; conditions: SeenCondition[]; facts: Facts };
export type RecordedAct = { id: string; outcome: "done" | "recorded" | "refused"; refusal: string | null };
/** What an act is recorded with, beside what becomes of it. */
type Wanted = Omit<NewAct, "id" | "outcome" | "refusal" | "acted_at" | "resume_at">;

/**
 * Carries an act out in the transaction of its record, or on trial only records it; null when this run of the rule has
 * acted on the campaign already. What the wallet or the platform's limits refuse is kept as refused.
 */
export const recordAct =
  ({ campaigns }: Deps) =>
  async (ctx: Context, wanted: Wanted, act: Act): Promise<RecordedAct | null> => {
    const id = newId("act");
    const isLive = wanted.mode === "live";
    const { campaign_id: campaignId } = wanted;
    const isNew = await insertAct(ctx, {
      ...wanted,
      id,
      refusal: null,
      acted_at: ctx.now,
      resume_at: act.kind === "pause" && isLive ? startOfRiyadhDay(addDays(toRiyadhDay(ctx.now), 1)) : null,
      outcome: isLive ? "done" : "recorded",
    });
    if (!isNew) return null;
    const refusal = isLive ? await tryAct({ campaigns })(ctx, campaignId, act) : null;
    if (refusal !== null) await refuseAct(ctx, { id, refusal });
    const outcome = refusal !== null ? "refused" : isLive ? "done" : "recorded";
    await ctx.tx.publish({
      name: "rules.acted",
      merchant_id: ctx.actor.merchantId,
      rule_id: wanted.rule_id,
      act_id: id,
      campaign_id: campaignId,
      outcome,
    });
    return { id, outcome, refusal };
  };

/** The code of the refusal; null when it was done. A campaign that was changed meanwhile is left alone. */
const tryAct =
  ({ campaigns }: Deps) =>
  async (ctx: Context, campaignId: string, act: Act): Promise<string | null> => {
    try {
      if (act.kind !== "set_budget") await campaigns.pauseByRule(ctx, { campaignId });
      else await campaigns.changeBudgetFrom(ctx, { campaignId, ...act });
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.code;
    }
  };
