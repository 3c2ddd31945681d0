import type { Context, ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { CodePurpose } from "../contract/enums.ts";
import type { Caller } from "../domain/caller.ts";
import { findMerchant, type MerchantRow } from "./merchants.store.ts";
import { type Failure, proveNumber } from "./prove-number.ts";
import { type RequestCodeDeps, requestCode } from "./request-code.ts";
import { findSessionBrowser } from "./sessions.store.ts";

export type ConfirmDeps = RequestCodeDeps & { maxFailuresPerAddress: number };

/** The signed-in caller who confirms. */
export type ConfirmCaller = { sessionId: string; address: string; userAgent: string; language: Language };
/** What a signed-in merchant confirms with a fresh code. */
export type ConfirmPurpose = Extract<CodePurpose, "withdrawal" | "erasure">;

/**
 * Sends a code to the merchant's own number; only the session's browser can use it. Returns the seconds until another
 * may be requested, and refuses as a sign-in code does.
 */
export const requestConfirmation =
  (deps: RequestCodeDeps) =>
  async (
    ctx: ReadContext,
    { purpose, caller }: { purpose: ConfirmPurpose; caller: ConfirmCaller },
  ): Promise<number> => {
    const { mobile } = await loadMerchant(ctx);
    return requestCode(deps)(ctx.db, { mobile, purpose, caller: await toCaller(ctx, caller) });
  };

/**
 * Compares the code and uses it up, in the caller's transaction: when that is rolled back the code stays valid. A wrong
 * one is answered with its refusal instead of thrown: the caller commits, so that the attempt stays counted, and refuses
 * then.
 */
export const confirm =
  (deps: ConfirmDeps) =>
  async (
    ctx: Context,
    { purpose, code, caller }: { purpose: ConfirmPurpose; code: string; caller: ConfirmCaller },
  ): Promise<{ kind: "confirmed" } | Failure> => {
    const { mobile } = await loadMerchant(ctx);
    const attempt = { mobile, purpose, code, caller: await toCaller(ctx, caller) };
    const proof = await proveNumber(ctx.tx, deps, attempt, deps.systemClock.now());
    if (proof.kind === "refused") return proof;
    await proof.consume();
    return { kind: "confirmed" };
  };

async function loadMerchant(ctx: ReadContext): Promise<MerchantRow> {
  return (await findMerchant(ctx)) ?? baseRefusals.refuse("base.session_gone");
}

/** The browser is the one that signed in: the cookie of the sign-in is not sent to other addresses. */
export async function toCaller(ctx: ReadContext, { sessionId, ...caller }: ConfirmCaller): Promise<Caller> {
  const browserHash = await findSessionBrowser(ctx, sessionId);
  return { ...caller, requestId: ctx.requestId, browserHash, hasCookie: true };
}
