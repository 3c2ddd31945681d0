import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { ConfirmCaller } from "#modules/merchants/server/merchants.facade.ts";
import { type BlockerKind, graceDays } from "../contract/enums.ts";
import { privacyRefusals } from "../contract/privacy.refusals.ts";
import { insertErasure, lockErasure, markCancelled } from "./erasures.store.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";

type Deps = Pick<PrivacyDeps, "merchants" | "wallet" | "personalData" | "systemClock">;
export type Blocker = { kind: BlockerKind; amount_halalas: number };

const dayMs = 86_400_000;

/** What must end first, so that no money is lost with the account; less than can be withdrawn stands in no way. */
export const listBlockers =
  ({ wallet }: Pick<Deps, "wallet">) =>
  async (ctx: ReadContext): Promise<Blocker[]> => {
    const { available_halalas, reserved_halalas } = await wallet.loadBalance(ctx);
    const { items } = await wallet.listWithdrawals(ctx, { page: 1, size: 20 });
    const open = items.filter(({ state }) => state === "requested" || state === "sending");
    const withdrawn = open.reduce(
      (sum, { amount_halalas, paid_halalas, returned_halalas }) =>
        sum + amount_halalas - paid_halalas - returned_halalas,
      0,
    );
    const held = reserved_halalas - withdrawn;
    const found: Blocker[] = [
      { kind: "withdrawal", amount_halalas: withdrawn },
      { kind: "reserved", amount_halalas: held },
    ];
    const balance = { kind: "balance", amount_halalas: available_halalas } as const;
    return [
      ...(available_halalas >= wallet.minWithdrawalHalalas ? [balance] : []),
      ...found.filter(({ amount_halalas }) => amount_halalas > 0),
    ];
  };

/**
 * Asks for the account to be erased in 30 days, with a code from the phone. Campaigns and all that works by itself stop in
 * the same transaction. A refusal leaves the code valid; a wrong code alone is committed, so that it stays counted.
 */
export const requestErasure =
  (deps: Deps) =>
  async (ctx: ReadContext, { code, caller }: { code: string; caller: ConfirmCaller }): Promise<void> => {
    const outcome = await transact(ctx, async (ctx) => {
      const proof = await deps.merchants.confirm(ctx, { purpose: "erasure", code, caller });
      if (proof.kind === "confirmed") await begin(deps, ctx);
      return proof;
    });
    if (outcome.kind === "refused") outcome.refuse();
  };

async function begin(deps: Deps, ctx: Context): Promise<void> {
  if ((await listBlockers(deps)(ctx)).length > 0) return privacyRefusals.refuse("privacy.erasure_blocked");
  const dueAt = new Date(ctx.now.getTime() + graceDays * dayMs);
  if (!(await insertErasure(ctx, { dueAt, systemNow: deps.systemClock.now() })))
    return privacyRefusals.refuse("privacy.erasure_requested");
  await deps.merchants.recordErasureDue(ctx, dueAt);
  for (const { stopForErasure } of deps.personalData.acts) await stopForErasure?.(ctx);
  await record(ctx, "privacy.erasure_requested", { due_at: dueAt });
}

/** The merchant changed their mind. Refuses `privacy.erasure_not_requested`, also when the 30 days are over. */
export const cancelErasure =
  ({ merchants }: Pick<Deps, "merchants">) =>
  (ctx: ReadContext): Promise<void> =>
    transact(ctx, async (ctx) => {
      const erasure = await lockErasure(ctx);
      if (erasure?.state !== "requested") return privacyRefusals.refuse("privacy.erasure_not_requested");
      await markCancelled(ctx);
      await merchants.recordErasureDue(ctx, null);
      await record(ctx, "privacy.erasure_cancelled");
    });

async function record(ctx: Context, action: `privacy.${string}`, after?: object): Promise<void> {
  const { merchantId: merchant_id } = ctx.actor;
  await recordAudit(ctx, { module: "privacy", action, subject: merchant_id, ...(after ? { after } : {}) });
  await ctx.tx.publish({ name: "privacy.changed", merchant_id });
}
