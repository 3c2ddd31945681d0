import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { listRules, lockMerchantRules } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { proveRules, refuseOverCeiling } from "./prove-rules.ts";
import { loadSettings, type RuleSettings, saveSettings } from "./settings.store.ts";

type Deps = Pick<RulesDeps, "campaigns" | "stores">;
type Ceilings = Pick<RuleSettings, "raise_ceiling_halalas" | "budget_ceiling_halalas">;

/** Sets what all rules together may do. Refuses ceilings that the rules which are on could pass. */
export const changeSettings =
  (deps: Deps) =>
  (ctx: ReadContext, ceilings: Ceilings): Promise<Ceilings> =>
    transact(ctx, async (ctx) => {
      await lockMerchantRules(ctx);
      const before = await loadSettings(ctx);
      const after = { ...before, ...ceilings };
      const { findings, campaigns } = await proveRules(deps)(ctx, await listRules(ctx), after);
      refuseOverCeiling(findings, campaigns);
      await save(ctx, "rules.settings_changed", { before, after });
      return ceilings;
    });

/** The one switch: no rule acts while all are stopped, from this moment on. */
export const stopAllRules = (
  ctx: ReadContext,
  { stopped }: { stopped: boolean },
): Promise<{ stopped_at: string | null }> =>
  transact(ctx, async (ctx) => {
    await lockMerchantRules(ctx);
    const before = await loadSettings(ctx);
    const stopped_at = stopped ? (before.stopped_at ?? ctx.now) : null;
    if (stopped !== (before.stopped_at !== null))
      await save(ctx, stopped ? "rules.all_stopped" : "rules.all_resumed", {
        before,
        after: { ...before, stopped_at },
      });
    return { stopped_at: stopped_at?.toISOString() ?? null };
  });

async function save(
  ctx: Context,
  action: `rules.${string}`,
  change: { before: RuleSettings; after: RuleSettings },
): Promise<void> {
  await saveSettings(ctx, change.after);
  await recordAudit(ctx, { module: "rules", action, subject: ctx.actor.merchantId, ...change });
  await ctx.tx.publish({ name: "rules.settings_changed", merchant_id: ctx.actor.merchantId });
}
