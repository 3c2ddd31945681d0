import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";
import { isUndoable, toUndoUntil } from "../domain/undo.ts";
import { type ActRecord, lockAct, saveUndone } from "./acts.store.ts";
import type { RulesDeps } from "./deps.ts";

type Deps = Pick<RulesDeps, "campaigns">;

/**
 * Takes an act back: the budget as it was, or the campaign running again, by the way of any change. Only within seven
 * days, and while the campaign still is as the act left it, here and on its platform; twice is once.
 */
export const undoAct =
  ({ campaigns }: Deps) =>
  (ctx: ReadContext, id: string): Promise<ActRecord> =>
    transact(ctx, async (ctx) => {
      const act = (await lockAct(ctx, id)) ?? baseRefusals.refuse("base.not_found");
      if (act.outcome === "undone") return act;
      if (!isUndoable(act)) rulesRefusals.refuse("rules.act_not_undoable");
      if (toUndoUntil(act) <= ctx.now) rulesRefusals.refuse("rules.act_too_old");
      const { campaign_id: campaignId, from_halalas, to_halalas, rule_id } = act;
      try {
        if (to_halalas === null) await campaigns.relaunchAfterRule(ctx, { campaignId });
        else
          await campaigns.changeBudgetFrom(ctx, {
            campaignId,
            from_halalas: to_halalas,
            to_halalas: from_halalas,
          });
      } catch (error) {
        if (error instanceof Refusal && error.code === "campaigns.changed_since")
          rulesRefusals.refuse("rules.changed_since");
        throw error;
      }
      await saveUndone(ctx, id);
      const merchant_id = ctx.actor.merchantId;
      await recordAudit(ctx, {
        module: "rules",
        action: "rule.act_undone",
        subject: rule_id,
        after: { act: id },
      });
      await ctx.tx.publish({
        name: "rules.act_settled",
        merchant_id,
        rule_id,
        act_id: id,
        campaign_id: campaignId,
        outcome: "undone",
      });
      return { ...act, outcome: "undone", undone_at: ctx.now };
    });
