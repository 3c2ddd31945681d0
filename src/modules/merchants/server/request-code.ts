import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { CodePurpose } from "../contract/enums.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { Caller } from "../domain/caller.ts";
import { codeTtlSeconds } from "../domain/challenge.ts";
import { type CodeLimits, decideSend } from "../domain/code-limits.ts";
import { codeFactor } from "../domain/failed-attempts.ts";
import { upsertChallenge } from "./challenges.store.ts";
import { loadSendFacts, recordSend } from "./code-sends.store.ts";
import { findLock, toSources } from "./failed-attempts.store.ts";
import { generateCode, hashCode } from "./proofs.ts";
import { sendCodeJob, toSealContext } from "./send-code.ts";
import { isKnownBrowser } from "./sessions.store.ts";

export type RequestCodeDeps = {
  systemClock: Clock;
  vault: Vault;
  codeKey: Uint8Array;
  codeLimits: CodeLimits;
};

export type CodeRequest = {
  mobile: string;
  purpose: CodePurpose;
  caller: Caller;
  /**
   * Name and e-mail from sign-up for a number that may be new; stored with this code, and used when this code proves
   * the number.
   */
  signUp?: { name: string; email: string | null };
};

/**
 * Creates the caller's one active code for the number and enqueues its sending after the commit; other callers' codes
 * stay unchanged. Returns the seconds until another may be requested. Only browsers that the number's merchant has
 * signed in from are treated differently, so nobody else can learn whether the number has a merchant.
 */
export const requestCode =
  ({ systemClock, vault, codeKey, codeLimits }: RequestCodeDeps) =>
  (db: Db, { mobile, purpose, caller, signUp }: CodeRequest): Promise<number> => {
    const now = systemClock.now();
    return db.transaction(async (tx) => {
      const isKnown = await isKnownBrowser(tx, mobile, caller);
      const facts = await loadSendFacts(tx, { mobile, purpose, caller, isKnown }, codeLimits, now);
      const lockedUntil = await findLock(tx, mobile, codeFactor[purpose], toSources(caller, isKnown), now);
      const decision = decideSend({ ...facts, lockedUntil }, codeLimits, now);
      if (decision.kind === "wait") {
        return merchantsRefusals.refuse(`merchants.${decision.reason}`, waitParams(decision.seconds));
      }

      const code = generateCode();
      const sendId = newId("snd");
      const newCode = {
        mobile,
        purpose,
        sendId,
        codeHash: hashCode(codeKey, mobile, purpose, code),
        expiresAt: new Date(now.getTime() + codeTtlSeconds * 1_000),
        pendingName: signUp?.name ?? null,
        pendingEmail: signUp?.email ?? null,
      };
      await upsertChallenge(tx, newCode, caller);
      const sealedCode = vault.seal(code, toSealContext(sendId));
      await recordSend(tx, { id: sendId, mobile, purpose, caller, isKnown, sealedCode }, now);
      await tx.enqueue(sendCodeJob, { send_id: sendId });
      return decision.countdownSeconds;
    });
  };
