import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import type { Language } from "#base/shared/language.ts";
import { lockedUntilAfter } from "#base/shared/lockout.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { EmailAddress } from "../contract/messages.calls.ts";
import { messagesRefusals } from "../contract/messages.refusals.ts";
import { findEmailProof, lockEmailProof, saveEmailProof } from "./email-proofs.store.ts";
import { type QueueEmailDeps, queueEmail } from "./queue-email.ts";

export type ProveEmailDeps = QueueEmailDeps & {
  systemClock: Clock;
  messages: Messages;
  merchants: Pick<MerchantsFacade, "loadEmail">;
  /** 32 bytes, never in the database: codes are hashed with it. */
  codeKey: Buffer;
};

const codeTtlMs = 10 * 60_000;
const waitSeconds = 60;
const codesPerHour = 5;

/** The address of the merchant's profile, and whether it is proven. A profile whose address changes is unproven again. */
export const loadEmailAddress =
  ({ merchants, emailSender }: Pick<ProveEmailDeps, "merchants" | "emailSender">) =>
  async (ctx: ReadContext): Promise<EmailAddress> => {
    const address = await merchants.loadEmail(ctx);
    const proof = address === null ? undefined : await findEmailProof(ctx, address);
    return {
      address,
      proven_at: proof?.proven_at?.toISOString() ?? null,
      can_send: emailSender !== null,
    };
  };

/** Sends a code to the profile's address, replacing the one before; returns the seconds until the next. */
export const requestEmailCode =
  (deps: ProveEmailDeps) =>
  async (ctx: Context, { language }: { language: Language }): Promise<number> => {
    const { merchants, systemClock, messages, codeKey } = deps;
    const address = (await merchants.loadEmail(ctx)) ?? messagesRefusals.refuse("messages.email_missing");
    if (!deps.emailSender) return messagesRefusals.refuse("messages.email_unavailable");
    const now = systemClock.now();
    const proof = await lockEmailProof(ctx, address);
    if (proof.proven_at) return messagesRefusals.refuse("messages.email_proven");
    refuseWhileLocked(proof.locked_until, now);
    const waitedSeconds = (now.getTime() - (proof.code_requested_at?.getTime() ?? 0)) / 1_000;
    if (waitedSeconds < waitSeconds)
      return messagesRefusals.refuse(
        "messages.code_just_sent",
        waitParams(Math.ceil(waitSeconds - waitedSeconds)),
      );
    const limit = await consumeRateLimit(ctx.tx, {
      key: `messages.email_code:${ctx.actor.merchantId}`,
      limit: codesPerHour,
      windowSeconds: 3_600,
      now,
    });
    if (!limit.isAllowed)
      return messagesRefusals.refuse("messages.codes_spent", waitParams(limit.retryAfterSeconds));

    const code = randomInt(1_000_000).toString().padStart(6, "0");
    const expiresAt = new Date(now.getTime() + codeTtlMs);
    await saveEmailProof(ctx, {
      ...proof,
      code_hash: hashCode(codeKey, proof, code),
      code_expires_at: expiresAt,
      code_requested_at: now,
    });
    const words = (key: string) => messages.translate(language, `messages:email_code.${key}`);
    const outcome = await queueEmail(deps)(ctx, {
      topic: "email_code",
      key: `email_code:${address}:${now.toISOString()}`,
      to: address,
      language,
      code,
      expiresAt,
      content: {
        subject: words("subject"),
        heading: words("heading"),
        paragraphs: [words("line"), words("not_you")],
        hasCode: true,
      },
    });
    if (outcome !== "queued") return messagesRefusals.refuse("messages.codes_spent", waitParams(3_600));
    return waitSeconds;
  };

/** Compares the code; a wrong one stays counted, since it is refused after the commit. */
export const proveEmail =
  (deps: ProveEmailDeps) =>
  async (ctx: ReadContext, { code }: { code: string }): Promise<EmailAddress> => {
    const refuse = await transact(ctx, (ctx) => compareCode(deps, ctx, code));
    if (refuse) refuse();
    return loadEmailAddress(deps)(ctx);
  };

async function compareCode(
  { merchants, systemClock, codeKey }: ProveEmailDeps,
  ctx: Context,
  code: string,
): Promise<(() => never) | null> {
  const address = (await merchants.loadEmail(ctx)) ?? messagesRefusals.refuse("messages.email_missing");
  const now = systemClock.now();
  const proof = await lockEmailProof(ctx, address);
  refuseWhileLocked(proof.locked_until, now);
  const { code_hash, code_expires_at } = proof;
  if (!code_hash || !code_expires_at || code_expires_at <= now)
    return () => messagesRefusals.refuse("messages.code_expired", {}, "code");
  if (!timingSafeEqual(code_hash, hashCode(codeKey, proof, code))) {
    const failures = proof.failures + 1;
    await saveEmailProof(ctx, { ...proof, failures, locked_until: lockedUntilAfter(failures, now) });
    return () => messagesRefusals.refuse("messages.code_wrong", {}, "code");
  }
  await saveEmailProof(ctx, {
    ...proof,
    code_hash: null,
    code_expires_at: null,
    failures: 0,
    locked_until: null,
    proven_at: now,
  });
  const { merchantId } = ctx.actor;
  await ctx.tx.publish({ name: "messages.email_proven", merchant_id: merchantId });
  await recordAudit(ctx, {
    module: "messages",
    action: "messages.email_proven",
    subject: merchantId,
    after: { address },
  });
  return null;
}

function refuseWhileLocked(until: Date | null, now: Date): void {
  if (!until || until <= now) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  messagesRefusals.refuse("messages.email_locked", waitParams(seconds));
}

/** A code is bound to its merchant and address. */
function hashCode(
  key: Buffer,
  { merchant_id, address }: { merchant_id: string; address: string },
  code: string,
): Buffer {
  return createHmac("sha256", key).update(`${merchant_id}:${address}:${code}`).digest();
}
