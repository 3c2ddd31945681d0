import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { Language } from "#base/shared/language.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { CodePurpose } from "../contract/words.ts";
import { codeLifeSeconds } from "../domain/challenge.ts";
import { type CodeLimits, decideSend } from "../domain/code-limits.ts";
import { keepCode } from "./challenges.store.ts";
import { readSendFacts, recordSend } from "./code-sends.store.ts";
import { hashCode, makeCode } from "./proofs.ts";
import { sealedFor, sendCodeJob } from "./send-code.ts";

type Deps = { db: Db; systemClock: Clock; vault: Vault; codeKey: Uint8Array; codeLimits: CodeLimits };

export type CodeRequest = {
  mobile: string;
  purpose: CodePurpose;
  /** As the limits count it. */
  address: string;
  language: Language;
  /** What sign-up tells of a number that may be new; kept with the code, used only when the code proves the number. */
  signUp?: { name: string; email: string | null };
};

/**
 * Makes the number's one living code and asks for it to be sent after the commit. Answers the seconds until another
 * may be asked for. Nothing here looks at whether a merchant stands behind the number, so nothing can tell.
 */
export function askForCode(deps: Deps, request: CodeRequest): Promise<number> {
  const { db, systemClock, vault, codeKey, codeLimits } = deps;
  const { mobile, purpose, address, language, signUp } = request;
  const now = systemClock.now();

  return db.transaction(async (tx) => {
    const decision = decideSend(await readSendFacts(tx, request, codeLimits, now), codeLimits, now);
    if (decision.kind === "wait") {
      return merchantsRefusals.refuse(`merchants.${decision.why}`, waitParams(decision.seconds));
    }

    const code = makeCode();
    const sendId = newId("snd");
    await keepCode(
      tx,
      mobile,
      {
        purpose,
        sendId,
        codeHash: hashCode(codeKey, mobile, purpose, code),
        expiresAt: new Date(now.getTime() + codeLifeSeconds * 1_000),
        pendingName: signUp?.name ?? null,
        pendingEmail: signUp?.email ?? null,
      },
      now,
    );
    const sealedCode = vault.seal(code, sealedFor(sendId));
    await recordSend(tx, { id: sendId, mobile, address, purpose, language, sealedCode }, now);
    await tx.later(sendCodeJob, { send_id: sendId });
    return decision.countdownSeconds;
  });
}

/** For messages: whole seconds for the machine (`Retry-After`), and minutes and seconds for people. */
export function waitParams(seconds: number): { seconds: number; wait: string } {
  return { seconds, wait: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` };
}
