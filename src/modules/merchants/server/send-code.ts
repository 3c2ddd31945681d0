import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, RescheduleJob } from "#base/server/jobs.ts";
import { type Log, maskMobile } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Vault } from "#base/server/secrets.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { codeTtlSeconds } from "../domain/challenge.ts";
import {
  findWaitingSend,
  recordSendOutcome,
  type SendOutcome,
  type WaitingSend,
} from "./code-sends.store.ts";
import type { TextMessenger } from "./text-message.port.ts";

/** The job's input is an id and nothing else: neither code nor number enters the events or the queue. */
export const sendCodeJob = defineJob({
  name: "merchants.send-code",
  input: z.object({ send_id: z.string() }),
  retries: 6,
  retrySeconds: 2,
  expireSeconds: 60,
  concurrency: 16,
  isUrgent: true,
});

/** Seal context of a code: it can be opened for this send only. Never change this text. */
export const toSealContext = (sendId: string) => `merchants.code_sends:${sendId}`;

export type SendCodeDeps = {
  systemClock: Clock;
  vault: Vault;
  textMessenger: TextMessenger;
  messages: Messages;
  log: Log;
};

/**
 * Sends a code that is still active. After a crash between the vendor's response and our record it sends the same code
 * again under the same reference, which a vendor that knows references refuses as a duplicate. A send with an unknown
 * outcome is not repeated: the merchant can press "send again".
 */
export const sendCode =
  (deps: SendCodeDeps) =>
  async (db: Db, { sendId }: { sendId: string }): Promise<void> => {
    const { systemClock, vault, log } = deps;
    const waiting = await findWaitingSend(db, sendId);
    if (!waiting) return;
    const ageSeconds = (systemClock.now().getTime() - waiting.requested_at.getTime()) / 1_000;
    const outcome: SendOutcome =
      !waiting.is_active || !waiting.sealed_code || ageSeconds >= codeTtlSeconds
        ? { status: "given_up" }
        : await deliver(deps, sendId, waiting, vault.open(waiting.sealed_code, toSealContext(sendId)));

    await recordSendOutcome(db, sendId, outcome);
    log.info(
      { send_id: sendId, to: maskMobile(waiting.mobile), outcome: outcome.status },
      "a code's send is over",
    );
  };

async function deliver(
  { textMessenger, messages, log }: SendCodeDeps,
  sendId: string,
  { mobile, purpose, language }: WaitingSend,
  code: string,
): Promise<SendOutcome> {
  const text = messages.translate(language, `merchants:sms_${purpose}`, { code });
  try {
    const sent = await textMessenger.send({ to: mobile, kind: "service", text, reference: sendId });
    return { status: "sent", ...sent };
  } catch (error) {
    if (isFault(error, "later"))
      throw new RescheduleJob(Math.min(Math.max(error.retryAfterSeconds ?? 3, 1), 120));
    if (isFault(error, "outcome_unknown")) return { status: "unknown" };
    if (!isFault(error)) throw error;
    log.error(
      { send_id: sendId, kind: error.kind, reason: error.reason },
      "the messages vendor refused a code",
    );
    return { status: "refused" };
  }
}
