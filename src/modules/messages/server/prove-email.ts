import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import type { Language } from "#base/shared/language.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { EmailAddress } from "../contract/messages.calls.ts";
import { messagesRefusals } from "../contract/messages.refusals.ts";
import { issueCode, judgeCode, waitSeconds } from "./code-proof.ts";
import { findEmailProof, lockEmailProof, saveEmailProof } from "./email-proofs.store.ts";
import { type QueueEmailDeps, queueEmail } from "./queue-email.ts";

export type ProveEmailDeps = QueueEmailDeps & {
  systemClock: Clock;
  messages: Messages;
  merchants: Pick<MerchantsFacade, "loadEmail" | "toPersonContext">;
  /** 32 bytes, never in the database: codes are hashed with it. */
  codeKey: Buffer;
};

const codesPerHour = 5;

type EmailAddressDeps = {
  merchants: Pick<MerchantsFacade, "loadEmail">;
  emailSender: ProveEmailDeps["emailSender"];
};

/** The address of the profile whose context it is, and whether it is proven. A profile whose address changes is unproven again. */
export const loadEmailAddress =
  ({ merchants, emailSender }: EmailAddressDeps) =>
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
    const issued = issueCode(proof, { codeKey, subject: address }, now);
    const limit = await consumeRateLimit(ctx.tx, {
      key: `messages.email_code:${ctx.actor.merchantId}`,
      limit: codesPerHour,
      windowSeconds: 3_600,
      now,
    });
    if (!limit.isAllowed)
      return messagesRefusals.refuse("messages.codes_spent", waitParams(limit.retryAfterSeconds));

    await saveEmailProof(ctx, issued.proof);
    const words = (key: string) => messages.translate(language, `messages:email_code.${key}`);
    const outcome = await queueEmail(deps)(ctx, {
      topic: "email_code",
      key: `email_code:${address}:${now.toISOString()}`,
      to: address,
      language,
      code: issued.code,
      expiresAt: issued.expiresAt,
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
  const judged = judgeCode(proof, { codeKey, subject: address }, code, now);
  await saveEmailProof(ctx, judged.proof);
  if (judged.refuse) return judged.refuse;
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
