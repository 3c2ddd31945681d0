import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import { type ConfirmCaller, type ConfirmDeps, toCaller } from "./confirm.ts";
import { endSessions } from "./end-sessions.ts";
import { findByMobile, findMerchant, lockMerchant, type MerchantRow, saveMobile } from "./merchants.store.ts";
import { type Failure, proveNumber, toFailure } from "./prove-number.ts";
import { requestCode } from "./request-code.ts";
import { recordProfileChange } from "./update-profile.ts";

/** Sends a code to the number that is to be changed; only the session's browser can use it. */
export const requestCurrentCode =
  (deps: ConfirmDeps) =>
  async (ctx: ReadContext, caller: ConfirmCaller): Promise<number> => {
    const { mobile } = (await findMerchant(ctx)) ?? baseRefusals.refuse("base.session_gone");
    return requestCode(deps)(ctx.db, {
      mobile,
      purpose: "current_number",
      caller: await toCaller(ctx, caller),
    });
  };

type NewNumber = { mobile: string; currentCode: string };

/**
 * Sends a code to the new number. The code of the present one must be right and stays valid: without the present phone
 * nobody can send a message to another number.
 */
export const requestNewCode =
  (deps: ConfirmDeps) =>
  async (ctx: ReadContext, { mobile, currentCode }: NewNumber, from: ConfirmCaller): Promise<number> => {
    const caller = await toCaller(ctx, from);
    const proof = await transact(ctx, async (ctx) => {
      const merchant = await lockMerchant(ctx);
      if (merchant.mobile === mobile) return toFailure(refuseSame);
      const attempt = { mobile: merchant.mobile, purpose: "current_number", code: currentCode } as const;
      return proveNumber(ctx.tx, deps, { ...attempt, caller, field: "current_code" }, deps.systemClock.now());
    });
    if (proof.kind === "refused") return proof.refuse();
    return requestCode(deps)(ctx.db, { mobile, purpose: "new_number", caller });
  };

type Change = NewNumber & { newCode: string };
type Changed = { kind: "changed"; merchant: MerchantRow };

/**
 * Changes the number, proven by a code to each, in one transaction: both are used up, or neither. Every other session
 * ends, for the number is how one signs in.
 */
export const changeNumber =
  (deps: ConfirmDeps) =>
  async (ctx: ReadContext, change: Change, from: ConfirmCaller): Promise<MerchantRow> => {
    const outcome = await transact(ctx, (ctx) => tryChange(deps, ctx, change, from));
    return outcome.kind === "refused" ? outcome.refuse() : outcome.merchant;
  };

async function tryChange(
  deps: ConfirmDeps,
  ctx: Context,
  { mobile, currentCode, newCode }: Change,
  from: ConfirmCaller,
): Promise<Changed | Failure> {
  const now = deps.systemClock.now();
  const before = await lockMerchant(ctx);
  if (before.mobile === mobile) return toFailure(refuseSame);
  const caller = await toCaller(ctx, from);
  const current = { mobile: before.mobile, purpose: "current_number", code: currentCode } as const;
  const present = await proveNumber(ctx.tx, deps, { ...current, caller, field: "current_code" }, now);
  if (present.kind === "refused") return present;
  const next = { mobile, purpose: "new_number", code: newCode } as const;
  const proof = await proveNumber(ctx.tx, deps, { ...next, caller, field: "new_code" }, now);
  if (proof.kind === "refused") return proof;
  if (await findByMobile(ctx.tx, mobile))
    return toFailure(() => merchantsRefusals.refuse("merchants.number_taken", {}, "mobile_number"));

  await present.consume();
  await proof.consume();
  const merchant = await saveMobile(ctx, mobile, now);
  await recordProfileChange(ctx, before, merchant, ["mobile"]);
  await endSessions(deps)(ctx, { allBut: from.sessionId });
  return { kind: "changed", merchant };
}

const refuseSame = () => merchantsRefusals.refuse("merchants.number_same", {}, "mobile_number");
