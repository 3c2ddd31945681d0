import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, RescheduleJob } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { codeMark } from "./compose-email.ts";
import type { EmailSender, OutgoingEmail } from "./email-sender.port.ts";
import {
  claimEmail,
  type EmailRef,
  type EmailRow,
  findRetryTime,
  markFailed,
  markSent,
  markUnknown,
  postponeEmail,
} from "./emails.store.ts";
import { isUnsubscribed } from "./unsubscriptions.store.ts";

/** The input is ids and nothing else: neither address nor text enters the events or the queue. */
export const sendEmailJob = defineJob({
  name: "messages.send-email",
  input: z.object({ merchant_id: z.string(), email_id: z.string() }),
  retries: 6,
  retrySeconds: 5,
  expireSeconds: 120,
  concurrency: 4,
  isUrgent: true,
});

/** Seal context of a code: it opens for this e-mail only. Never change this text. */
export const toSealContext = (emailId: string) => `messages.emails:${emailId}`;

export type SendEmailDeps = { systemClock: Clock; vault: Vault; emailSender: EmailSender | null; log: Log };

/** Longer than one attempt may take. A message whose process was killed waits so long. */
const leaseMs = 3 * 60_000;
/** The wait after the first attempt that failed, doubled after each further one: greylisting wants minutes. */
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** A message that could not be handed over in this time has failed. */
const givenUpAfterMs = 24 * 3_600_000;
/** Attempts without a known outcome: each may have been delivered, so few of them. */
const maxUnknownAttempts = 2;

/**
 * Sends one message. Exactly once where the server answers. A process that is killed, or a connection that ends, between
 * the message and its answer leaves it unknown whether it was delivered: it is sent once more, under the same Message-ID,
 * by which mail servers and programs recognise the repeat. That is the only way in which a reader may see it twice.
 */
export const sendEmail =
  (deps: SendEmailDeps) =>
  async (db: Db, ref: EmailRef): Promise<void> => {
    const { systemClock, emailSender } = deps;
    const now = systemClock.now();
    const email = await claimEmail(db, ref, { now, leaseUntil: new Date(now.getTime() + leaseMs) });
    if (!email) return waitForTurn(db, ref, now);
    const failure = await findReasonNotToSend(db, email, now);
    if (failure) return markFailed(db, ref, failure, now);
    if (!emailSender) return postpone(db, ref, email, now);
    try {
      const { providerId } = await emailSender.send(toOutgoing(email, deps.vault, emailSender.domain));
      await markSent(db, ref, providerId, systemClock.now());
    } catch (error) {
      if (!isFault(error)) throw error;
      await handleFault(deps, db, ref, email, error);
    }
  };

/** A message that is still leased, or waits for its next attempt, is looked at again then. */
async function waitForTurn(db: Db, ref: EmailRef, now: Date): Promise<void> {
  const retryAt = await findRetryTime(db, ref);
  if (retryAt) throw new RescheduleJob(Math.max(1, (retryAt.getTime() - now.getTime()) / 1_000));
}

async function findReasonNotToSend(db: Db, email: EmailRow, now: Date): Promise<EmailRow["failure"]> {
  if (email.expires_at && email.expires_at <= now) return "expired";
  if (await isUnsubscribed(db, email.merchant_id, email)) return "unsubscribed";
  // An attempt that ended without a record was a killed process: it may have been delivered.
  return email.unknown_attempts >= maxUnknownAttempts ? "outcome_unknown" : null;
}

function toOutgoing(email: EmailRow, vault: Vault, domain: string): OutgoingEmail {
  const code = email.sealed_code === null ? "" : vault.open(email.sealed_code, toSealContext(email.id));
  const fill = (body: string | null) => (body ?? "").replaceAll(codeMark, code);
  return {
    to: email.to_address,
    subject: email.subject,
    text: fill(email.body_text),
    html: fill(email.body_html),
    messageId: `<${email.id}@${domain}>`,
    picture: email.picture ? Buffer.from(email.picture) : undefined,
    unsubscribeUrl: email.unsubscribe_url ?? undefined,
  };
}

async function handleFault(
  { log, systemClock }: SendEmailDeps,
  db: Db,
  ref: EmailRef,
  email: EmailRow,
  fault: AdapterFault,
): Promise<void> {
  const now = systemClock.now();
  log.warn({ email_id: email.id, kind: fault.kind, reason: fault.reason }, "an e-mail was not sent");
  if (fault.kind === "rejected") return markFailed(db, ref, "rejected", now);
  if (fault.kind === "outcome_unknown") {
    await markUnknown(db, ref, new Date(now.getTime() + firstWaitMs));
    throw new RescheduleJob(firstWaitMs / 1_000);
  }
  return postpone(db, ref, email, now);
}

/** Busy, greylisted, or our sign-in is refused: somebody mends that, and no message is lost meanwhile. */
async function postpone(db: Db, ref: EmailRef, email: EmailRow, now: Date): Promise<void> {
  const waitMs = Math.min(firstWaitMs * 2 ** (email.attempts - 1), longestWaitMs);
  const isTooOld = now.getTime() + waitMs - email.queued_at.getTime() > givenUpAfterMs;
  if (isTooOld) return markFailed(db, ref, "given_up", now);
  await postponeEmail(db, ref, new Date(now.getTime() + waitMs));
  throw new RescheduleJob(waitMs / 1_000);
}
