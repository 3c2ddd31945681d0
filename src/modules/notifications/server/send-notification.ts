import { createHash } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
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
import { listDevices, type PushDevice } from "./push-devices.store.ts";
import { sendPushJob } from "./send-push.job.ts";

export type SendDeps = {
  messages: Messages;
  publicUrl: string;
  sources: SubjectSources;
  merchants: Pick<MerchantsFacade, "loadLanguage" | "loadMobile">;
  outbox: Pick<MessagesFacade, "queueEmail" | "queueText" | "findProvenEmail" | "subscribeAgain">;
};

/** `at` is the system clock; `position` is that of the event: the same is sent once. */
type Sending = { on: ChannelStates; position: number; at: Date };

/** Messages of a kind to browsers in six hours: the list shows the rest. */
const pushesMax = 20;
/** Texts of a kind in six hours that the merchant's day does not stop, where something must be done now. */
const urgentTextsMax = 10;
const dayMs = 86_400_000;

/**
 * Queues a notification for the channels that are on, in the caller's transaction: an e-mail to the proven address, a
 * message to each browser that was allowed, and one text to the merchant's number. A text that is not urgent waits for the morning. One that the merchant's day of texts
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
    const devices = on.push ? await listDevices(ctx) : [];
    const sendsPush =
      devices.length > 0 &&
      (await isFirst("push")) &&
      (await countSendings(ctx, { kind, channel: "push", at })) <= pushesMax;
    if (!sendsEmail && !sendsText && !sendsPush) return;

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
    const quietEnd = isUrgent ? null : findQuietEnd(at);
    if (sendsPush) {
      const message = { title: heading, body: lines.join(" "), path, language, topic: toTopic(notification) };
      await enqueuePushes(ctx, { devices, message, isUrgent, dueAt: quietEnd ?? at, at });
    }
    if (!sendsText) return;
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

/** 32 letters: the same kind and subject is shown once, the latest. */
const toTopic = ({ kind, subject }: NewNotification): string =>
  createHash("sha256").update(`${kind}:${subject}`).digest("base64url").slice(0, 32);

type Pushes = {
  devices: readonly PushDevice[];
  message: { title: string; body: string; path: string; language: Language; topic: string };
  isUrgent: boolean;
  dueAt: Date;
  at: Date;
};

async function enqueuePushes(ctx: Context, { devices, message, isUrgent, dueAt, at }: Pushes): Promise<void> {
  const afterSeconds = Math.ceil((dueAt.getTime() - at.getTime()) / 1_000);
  for (const { id } of devices)
    await ctx.tx.enqueue(
      sendPushJob,
      {
        merchant_id: ctx.actor.merchantId,
        device_id: id,
        ...message,
        // A service takes 4,096 bytes with the encryption: an Arabic letter is two.
        title: message.title.slice(0, 150),
        body: message.body.slice(0, 500),
        is_urgent: isUrgent,
        expires_at: new Date(dueAt.getTime() + dayMs),
      },
      { ...(afterSeconds > 0 ? { afterSeconds } : {}) },
    );
}

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
