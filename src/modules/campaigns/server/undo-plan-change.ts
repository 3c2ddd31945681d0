import { findAuditEntry } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { auditModule } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { undoMove } from "./move-budget.ts";
import { lockPlan, renamePlan } from "./plans.store.ts";
import { isNameUnchangedSince, toPlanUndo } from "./present-plan-changes.ts";

type Deps = Pick<CampaignsDeps, "figures" | "adAccounts" | "wallet">;

/** Takes a change of the plan itself back. Refused when what it changed is another by now. */
export const undoPlanChange =
  (deps: Deps) =>
  (ctx: ReadContext, { planId, changeId }: { planId: string; changeId: number }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const plan = await lockPlan(ctx, planId);
      const entry = await findAuditEntry(ctx, changeId);
      if (entry?.module !== auditModule || entry.subject !== planId)
        return baseRefusals.refuse("base.not_found");
      const undo = toPlanUndo(entry);
      if (!undo) return campaignsRefusals.refuse("campaigns.change_not_undoable");
      if (undo.kind === "move") return undoMove(deps)(ctx, { planId, moveId: undo.moveId });
      if (!isNameUnchangedSince(entry, plan)) return campaignsRefusals.refuse("campaigns.changed_since");
      await renamePlan(ctx, plan, undo.name);
    });
