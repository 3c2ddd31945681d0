import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { Language } from "#base/shared/language.ts";
import type { EmailTopic, OptionalTopic } from "../contract/enums.ts";
import { composeEmail, type EmailContent } from "./compose-email.ts";
import type { EmailSender } from "./email-sender.port.ts";
import { countEmailsSince, insertEmail } from "./emails.store.ts";
import { sendEmailJob, toSealContext } from "./send-email.ts";
import type { UnsubscribeLinks } from "./unsubscribe-links.ts";
import { isUnsubscribed } from "./unsubscriptions.store.ts";

export type QueueEmailDeps = {
  systemClock: Clock;
  messages: Messages;
  vault: Vault;
  links: UnsubscribeLinks;
  emailSender: EmailSender | null;
  /** E-mails that one merchant is sent in 24 hours. */
  maxPerMerchantPerDay: number;
};

export type NewEmail = {
  /** The same key is the same message: however often it is queued, it is written once. */
  key: string;
  to: string;
  language: Language;
  content: EmailContent;
  /** Put in place of the mark while sending, and stored sealed. */
  code?: string;
  expiresAt?: Date;
} & (
  | { topic: Exclude<EmailTopic, OptionalTopic> }
  /** One that the reader can unsubscribe from: `subjectId` is what it is about. */
  | { topic: OptionalTopic; subjectId: string }
);

/** `duplicate`: the key was used before. Nothing is written unless it is `queued`. */
export type QueueOutcome = "queued" | "duplicate" | "unsubscribed" | "over_limit" | "unavailable";

const dayMs = 86_400_000;

/** Writes an e-mail to the outbox in the caller's transaction; it is sent after the commit. */
export const queueEmail =
  ({ systemClock, messages, vault, links, emailSender, maxPerMerchantPerDay }: QueueEmailDeps) =>
  async (ctx: Context, email: NewEmail): Promise<QueueOutcome> => {
    if (!emailSender) return "unavailable";
    const { merchantId } = ctx.actor;
    const subject_id = "subjectId" in email ? email.subjectId : null;
    if (await isUnsubscribed(ctx.tx, merchantId, { topic: email.topic, subject_id })) return "unsubscribed";
    const now = systemClock.now();
    const sent = await countEmailsSince(ctx, new Date(now.getTime() - dayMs));
    if (sent >= maxPerMerchantPerDay) return "over_limit";

    const unsubscribeUrl =
      "subjectId" in email
        ? links.link({ merchantId, topic: email.topic, subjectId: email.subjectId })
        : null;
    const { content, language } = email;
    const body = composeEmail(content, { topic: email.topic, messages, language, unsubscribeUrl });
    const id = newId("eml");
    const isNew = await insertEmail(
      ctx,
      {
        id,
        key: email.key,
        topic: email.topic,
        subject_id,
        to_address: email.to,
        language,
        subject: content.subject,
        body_text: body.text,
        body_html: body.html,
        picture: content.picture?.png ?? null,
        sealed_code: email.code === undefined ? null : vault.seal(email.code, toSealContext(id)),
        unsubscribe_url: unsubscribeUrl,
        expires_at: email.expiresAt ?? null,
      },
      now,
    );
    if (!isNew) return "duplicate";
    await ctx.tx.enqueue(sendEmailJob, { merchant_id: merchantId, email_id: id });
    return "queued";
  };
