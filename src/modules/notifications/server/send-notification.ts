import type { Context } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import type { Channel } from "../contract/channels.ts";
import { linkByKind } from "../contract/kind-links.ts";
import { levelByKind } from "../contract/kinds.ts";
import { findQuietEnd } from "../domain/quiet-hours.ts";
import { toMeaning } from "../domain/to-meaning.ts";
import { type ChannelStates, claimSending, countSendings } from "./channel-settings.store.ts";
import { nameSubjects, type SubjectSources } from "./name-subjects.ts";
import { type NewNotification, saveTextOutcome } from "./notifications.store.ts";

export type SendDeps = {
  messages: Messages;
  publicUrl: string;
  sources: SubjectSources;
  merchants: Pick<MerchantsFacade, "loadLanguage" | "loadMobile">;
  outbox: Pick<MessagesFacade, "queueEmail" | "queueText" | "findProvenEmail" | "subscribeAgain">;
};

/** `at` is the system clock; `position` is that of the event: the same is sent once. */
type Sending = { on: ChannelStates; position: number; at: Date };

/** Texts of a kind in six hours that the merchant's day does not stop, where something must be done now. */
const urgentTextsMax = 10;

/**
 * Queues a notification for the channels that are on, in the caller's transaction: an e-mail to the proven address, and
 * one text to the merchant's number. A text that is not urgent waits for the morning. One that the merchant's day of texts
 * stops is recorded with the notification.
 */
export const sendNotification =
  (deps: SendDeps) =>
  async (ctx: Context, notification: NewNotification, { on, position, at }: Sending): Promise<void> => {
    const { kind, subject } = notification;
    const key = `notification:${position}`;
    const isUrgent = levelByKind[kind] === "act_now";
    const isFirst = (channel: Channel) => claimSending(ctx, { kind, subject, channel, at });
    const address = on.email ? await deps.outbox.findProvenEmail(ctx) : null;
    // WhatsApp falls back to SMS by itself: both at once would say it twice.
    const phone = on.whatsapp ? "whatsapp" : on.sms ? "sms" : null;
    const sendsEmail = address !== null && (await isFirst("email"));
    const sendsText = phone !== null && (await isFirst(phone));
    if (!sendsEmail && !sendsText) return;

    const language = await deps.merchants.loadLanguage(ctx);
    const { heading, lines, act } = await compose(deps, ctx, notification, language);
    const path = linkByKind[kind].to.replace("$id", subject);
    if (sendsEmail)
      await deps.outbox.queueEmail(ctx, {
        topic: "notification",
        subjectId: kind,
        key,
        to: address,
        language,
        content: {
          subject: heading,
          heading,
          paragraphs: lines,
          button: { label: act, url: `${deps.publicUrl}${path}` },
        },
      });
    if (!sendsText) return;
    const quietEnd = isUrgent ? null : findQuietEnd(at);
    const isExempt = isUrgent && (await countSendings(ctx, { kind, channel: phone, at })) <= urgentTextsMax;
    const outcome = await deps.outbox.queueText(ctx, {
      key,
      channel: phone,
      to: await deps.merchants.loadMobile(ctx),
      language,
      template: "notification",
      params: { what: heading, meaning: lines.join(" ") },
      linkPath: path.slice(1),
      isExempt,
      ...(quietEnd ? { notBefore: quietEnd } : {}),
    });
    if (outcome !== "duplicate") await saveTextOutcome(ctx, { position, outcome });
  };

/** What happened, what it means with the one thing to do, and the name of its act. */
async function compose(
  { messages, sources }: SendDeps,
  ctx: Context,
  notification: NewNotification,
  language: Parameters<Messages["translate"]>[0],
) {
  const { kind, subject, advice } = notification;
  const words = (key: string, params = {}) => messages.translate(language, `notifications:${key}`, params);
  const name = (await nameSubjects(ctx, sources, [{ kind, subject }])).get(subject);
  const title = words(`kinds.${kind}.title`);
  const meaning = toMeaning(
    { day: null, amount_halalas: null, wasted_halalas: null, campaigns: null, ...notification },
    { riyals: (amount) => formatShortRiyals(halalas(amount)), day: (day) => day },
  );
  return {
    heading: name === undefined ? title : words("title_with_name", { title, name }),
    lines: [words(meaning.key, meaning.params), ...(advice === undefined ? [] : [words(`advice.${advice}`)])],
    act: words(`acts.${linkByKind[kind].act}`),
  };
}
