import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { type Log, maskMobile } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Vault } from "#base/server/secrets.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { TextMessenger } from "#modules/merchants/server/text-message.port.ts";
import type { TextChannel } from "../contract/enums.ts";
import { type TextTemplateName, textTemplates, toWhatsAppName } from "../contract/text-templates.ts";
import { recordTextSent } from "./advance-text.ts";
import { composeSms } from "./compose-text.ts";
import { failText } from "./fail-text.ts";
import { sendTextsJob, toTextSealContext } from "./send-texts.job.ts";
import { leaseSender, releaseSender } from "./senders.store.ts";
import { findOptOuts } from "./text-opt-outs.store.ts";
import { claimTexts, findNextDue, postponeText, type TextRow } from "./texts.store.ts";
import type { WhatsAppSender } from "./whatsapp-sender.port.ts";

export type SendTextsDeps = {
  systemClock: Clock;
  vault: Vault;
  messages: Messages;
  log: Log;
  publicUrl: string;
  textMessenger: TextMessenger;
  whatsApp: WhatsAppSender | null;
  /** Texts a second that the vendor of each channel takes. */
  textsPerSecond: Readonly<Record<TextChannel, number>>;
};

const ticksPerSecond = 5;
/** The right to send a channel: longer than one batch may take (the vendor's answer is waited for 20 s). */
const senderLeaseMs = 25_000;
/** How soon a run looks again that found another at work. */
const lookAgainSeconds = 10;
/** The same of one text: a message whose process was killed waits so long for a report before it is looked at again. */
const textLeaseMs = 60_000;
/** One run of the job; then it is another job's turn. */
const runMs = 120_000;
const firstWaitMs = 5_000;
const longestWaitMs = 600_000;
/** WhatsApp that cannot be reached for so long is given up for SMS: alerts are worth little later. */
const whatsAppGivenUpAfterMs = 10 * 60_000;

/**
 * Sends a channel's texts that are due, at the vendor's rate, until none is left. One run at a time does it, in whatever
 * process, so that the rate is kept by all together. What comes later is one job that waits, however many runs ask for it.
 */
export const sendTexts =
  (deps: SendTextsDeps) =>
  async (db: Db, channel: TextChannel, signal?: AbortSignal): Promise<void> => {
    const run = newId("run");
    const seconds = await sendWhileDue(deps, db, { channel, run, signal });
    await releaseSender(db, { channel, run });
    // Looked at after the release: a text that came meanwhile found this run at work, and was left to it.
    const next = seconds ?? (await findSecondsUntilDue(deps, db, channel));
    if (next === null) return;
    const options = { key: `${channel}:waiting`, afterSeconds: Math.max(1, Math.ceil(next)) };
    await db.transaction((tx) => tx.enqueue(sendTextsJob, { channel }, options));
  };

type Run = { channel: TextChannel; run: string; signal: AbortSignal | undefined };

/** Answers after how many seconds to go on, or null once nothing is due. */
async function sendWhileDue(
  deps: SendTextsDeps,
  db: Db,
  { channel, run, signal }: Run,
): Promise<number | null> {
  const { systemClock } = deps;
  const endsAt = systemClock.now().getTime() + runMs;
  const size = Math.max(1, Math.round(deps.textsPerSecond[channel] / ticksPerSecond));
  const tickMs = (1_000 * size) / deps.textsPerSecond[channel];
  while (!signal?.aborted) {
    const now = systemClock.now();
    const until = new Date(now.getTime() + senderLeaseMs);
    if (!(await leaseSender(db, { channel, run, now, until }))) return lookAgainSeconds;
    const leaseUntil = new Date(now.getTime() + textLeaseMs);
    const texts = await claimTexts(db, { channel, now, leaseUntil, limit: size });
    if (texts.length === 0) return null;
    const optedOut = await findOptOuts(
      db,
      texts.map(({ to_number }) => to_number),
    );
    const [waits] = await Promise.all([
      Promise.all(texts.map((text) => sendOne(deps, db, text, optedOut.has(text.to_number)))),
      sleep(texts.length < size ? 0 : tickMs),
    ]);
    const pauseSeconds = Math.max(0, ...waits);
    if (pauseSeconds > 0) return pauseSeconds;
    if (now.getTime() >= endsAt) return 1;
  }
  return 1;
}

/** Of a text that is due within a minute; the review of each minute finds the others. */
async function findSecondsUntilDue(
  { systemClock }: SendTextsDeps,
  db: Db,
  channel: TextChannel,
): Promise<number | null> {
  const next = await findNextDue(db, channel);
  const seconds = next ? (next.getTime() - systemClock.now().getTime()) / 1_000 : null;
  return seconds !== null && seconds < 60 ? seconds : null;
}

/** Sends one text; answers the seconds for which its vendor takes no more of anybody. */
async function sendOne(deps: SendTextsDeps, db: Db, text: TextRow, hasOptedOut: boolean): Promise<number> {
  const { systemClock } = deps;
  const ref = { merchantId: text.merchant_id, textId: text.id };
  const now = systemClock.now();
  if (hasOptedOut) return end(failText(db, ref, "opted_out", now));
  if (text.expires_at <= now) return end(failText(db, ref, "expired", now));
  if (text.unknown_attempts > 0 && !canRepeat(deps, text))
    return end(failText(db, ref, "outcome_unknown", now));
  try {
    if (text.channel === "whatsapp") return await sendByWhatsApp(deps, db, text);
    const { providerId, parts } = await deps.textMessenger.send({
      to: text.to_number,
      kind: "service",
      text: toSms(deps, text),
      reference: toReference(text),
    });
    return end(recordTextSent(db, ref, { providerId, parts, at: systemClock.now() }));
  } catch (error) {
    if (!isFault(error)) throw error;
    return handleFault(deps, db, text, error);
  }
}

async function sendByWhatsApp(deps: SendTextsDeps, db: Db, text: TextRow): Promise<number> {
  const { systemClock, whatsApp, log } = deps;
  const ref = { merchantId: text.merchant_id, textId: text.id };
  if (!whatsApp) return end(failText(db, ref, "unavailable", systemClock.now()));
  const template = text.template as TextTemplateName;
  const outcome = await whatsApp.send({
    to: text.to_number,
    reference: toReference(text),
    template: toWhatsAppName(template),
    language: text.language as "ar" | "en",
    params: textTemplates[template].params.map((name) => text.params?.[name] ?? ""),
    linkPath: text.link_path,
  });
  if (outcome.kind === "accepted")
    return end(recordTextSent(db, ref, { providerId: outcome.providerId, at: systemClock.now() }));
  if (outcome.kind === "wait")
    return end(postponeText(db, ref, new Date(systemClock.now().getTime() + outcome.seconds * 1_000)));
  log.warn({ text_id: text.id, reason: outcome.reason }, "WhatsApp did not take a text");
  return end(failText(db, ref, outcome.refusal, systemClock.now()));
}

/**
 * Whether an attempt that nobody knows the end of may be repeated. WhatsApp reports what it accepted within the lease, and
 * the report names the text: one without a report was not sent. A vendor of SMS that knows references refuses a repeat.
 */
const canRepeat = ({ textMessenger }: SendTextsDeps, { channel, unknown_attempts }: TextRow): boolean =>
  unknown_attempts <= 5 && (channel === "whatsapp" || textMessenger.recognizesRepeats);

const toReference = ({ merchant_id, id }: TextRow) => `${merchant_id}:${id}`;

function toSms({ messages, vault, publicUrl }: SendTextsDeps, text: TextRow): string {
  const { template, params, link_path, sealed_code } = text;
  return composeSms(messages, {
    template: template as TextTemplateName,
    language: text.language as "ar" | "en",
    params: {
      ...params,
      ...(sealed_code === null ? {} : { code: vault.open(sealed_code, toTextSealContext(text.id)) }),
    },
    link: link_path === null ? null : `${publicUrl}/${link_path}`,
  });
}

async function handleFault(
  { log, systemClock }: SendTextsDeps,
  db: Db,
  text: TextRow,
  fault: AdapterFault,
): Promise<number> {
  const ref = { merchantId: text.merchant_id, textId: text.id };
  const now = systemClock.now();
  const details = {
    text_id: text.id,
    to: maskMobile(text.to_number),
    kind: fault.kind,
    reason: fault.reason,
  };
  if (fault.kind === "rejected") {
    log.warn(details, "a text was refused");
    return end(failText(db, ref, "refused", now));
  }
  // It stays `sending`: a report may still come, and until its lease ends nothing is repeated.
  if (fault.kind === "outcome_unknown") {
    log.warn(details, "nobody knows whether a text was sent");
    return 0;
  }
  if (fault.kind === "reconnect")
    log.error({ ...details, alarm: `${text.channel}_refused` }, "the vendor does not accept our account");
  const isGivenUp =
    text.channel === "whatsapp" && now.getTime() - text.queued_at.getTime() > whatsAppGivenUpAfterMs;
  if (isGivenUp) return end(failText(db, ref, "unavailable", now));
  const waitMs =
    (fault.retryAfterSeconds ?? 0) * 1_000 || Math.min(firstWaitMs * 2 ** (text.attempts - 1), longestWaitMs);
  await postponeText(db, ref, new Date(now.getTime() + waitMs));
  // A vendor that is down, throttles, or refuses us does so for the next text too.
  return Math.min(waitMs / 1_000, 60);
}

const end = (work: Promise<unknown>): Promise<number> => work.then(() => 0);
