import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { Language } from "#base/shared/language.ts";
import type { TextChannel } from "../contract/enums.ts";
import { type TextParams, type TextTemplateName, textTemplates } from "../contract/text-templates.ts";
import { toOneLineParams } from "./compose-text.ts";
import { sendTextsJob, toTextSealContext } from "./send-texts.job.ts";
import { countTextsSince, findTexts, insertText } from "./texts.store.ts";
import type { WhatsAppSender } from "./whatsapp-sender.port.ts";

export type QueueTextDeps = {
  systemClock: Clock;
  vault: Vault;
  whatsApp: WhatsAppSender | null;
  /** Texts that one merchant is sent in 24 hours. */
  maxTextsPerMerchantPerDay: number;
};

export type NewText<Name extends TextTemplateName = TextTemplateName> = {
  /** The same key is the same message: however often it is queued, it is written once. At most 200 characters. */
  key: string;
  /** Where WhatsApp cannot deliver it, it goes by SMS. */
  channel: TextChannel;
  /** `+9665XXXXXXXX`. */
  to: string;
  language: Language;
  template: Name;
  /** Finished words of the language; line breaks become spaces, and 300 characters of each are sent. */
  params: TextParams<Name>;
  /** Put in place of the param `code` while sending, and stored sealed. */
  code?: string;
  /** Of a template with a link: the path of the product it leads to, without a slash before it. */
  linkPath?: string;
  /** Not sent before this instant, by the system clock. */
  notBefore?: Date;
  /** Not sent after this instant; a day after it is due by default. */
  expiresAt?: Date;
  /** The caller has a limit of its own for these: the day's ceiling neither stops nor counts them. */
  isExempt?: boolean;
};

/** `duplicate`: the key was used before, which comes before the ceiling. Nothing is written unless it is `queued`. */
export type TextOutcome = "queued" | "duplicate" | "over_limit";

const dayMs = 86_400_000;

/** Some templates go by SMS alone, and all do where WhatsApp is not set. */
export const toChannel = (
  { channel, template }: Pick<NewText, "channel" | "template">,
  { hasWhatsApp }: { hasWhatsApp: boolean },
): TextChannel =>
  channel === "whatsapp" && hasWhatsApp && !("isSmsOnly" in textTemplates[template]) ? "whatsapp" : "sms";

/** Writes a text to the outbox in the caller's transaction; it is sent after the commit, once. */
export const queueText =
  ({ systemClock, vault, whatsApp, maxTextsPerMerchantPerDay }: QueueTextDeps) =>
  async <Name extends TextTemplateName>(ctx: Context, text: NewText<Name>): Promise<TextOutcome> => {
    const { merchantId } = ctx.actor;
    const now = systemClock.now();
    const isExempt = text.isExempt ?? false;
    if (!isExempt) {
      const queued = await countTextsSince(ctx, new Date(now.getTime() - dayMs));
      if (queued >= maxTextsPerMerchantPerDay)
        return (await findTexts(ctx, [text.key])).length > 0 ? "duplicate" : "over_limit";
    }

    const template = textTemplates[text.template];
    const channel = toChannel(text, { hasWhatsApp: whatsApp !== null });
    const dueAt = text.notBefore && text.notBefore > now ? text.notBefore : now;
    const id = newId("txt");
    const isNew = await insertText(
      ctx.tx,
      merchantId,
      {
        id,
        key: text.key,
        channel,
        stands_in_for: null,
        to_number: text.to,
        template: text.template,
        language: text.language,
        params: toOneLineParams(text.params),
        link_path: template.hasLink ? (text.linkPath ?? "") : null,
        sealed_code: text.code === undefined ? null : vault.seal(text.code, toTextSealContext(id)),
        is_urgent: template.isUrgent,
        is_exempt: isExempt,
        expires_at: text.expiresAt ?? new Date(dueAt.getTime() + dayMs),
        retry_at: dueAt,
      },
      now,
    );
    if (!isNew) return "duplicate";
    if (dueAt === now) await ctx.tx.enqueue(sendTextsJob, { channel }, { key: channel });
    return "queued";
  };
