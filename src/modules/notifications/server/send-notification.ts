import { createHash } from "node:crypto";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import type { Channel } from "../contract/channels.ts";
import { linkByKind } from "../contract/kind-links.ts";
import { type Kind, kinds, levelByKind } from "../contract/kinds.ts";
import { findQuietEnd } from "../domain/quiet-hours.ts";
import { type ChannelStates, claimSending, countSendings } from "./channel-settings.store.ts";
import { nameSubjects, type SubjectSources } from "./name-subjects.ts";
import { type NewNotification, saveTextOutcome } from "./notifications.store.ts";
import { listDevices, type PushDevice } from "./push-devices.store.ts";
import { loadQuietHours } from "./quiet-hours.store.ts";
import { sendPushJob } from "./send-push.job.ts";
import { toPath, toWords } from "./to-words.ts";

export type SendDeps = {
  messages: Messages;
  publicUrl: string;
  sources: SubjectSources;
  merchants: Pick<MerchantsFacade, "loadLanguage" | "loadMobile" | "findContact">;
  billing: Pick<BillingFacade, "queueCountedText">;
  outbox: Pick<MessagesFacade, "queueEmail" | "queueText" | "findProvenEmail" | "subscribeAgain">;
};

/** `at` is the system clock; `position` is that of the event: the same is sent to a person once. */
type Sending = { personId: string; on: ChannelStates; position: number; at: Date };

/** Messages of a kind to browsers in six hours: the list shows the rest. */
const pushesMax = 20;
/** Texts of a kind in six hours that the merchant's day does not stop, where something must be done now. */
const urgentTextsMax = 10;
const dayMs = 86_400_000;

/**
 * Queues a person's notification for the channels that are on, in the caller's transaction: an e-mail to their proven
 * address, a message to each browser that they allowed, and one text to their number. What must be done now goes at once
 * and costs nothing; another text waits for their morning, and is paid by the merchant's plan and stock. One that the
 * merchant's day of texts or an empty stock stops is recorded with the notification.
 */
export const sendNotification =
  (deps: SendDeps) =>
  async (
    ctx: Context,
    notification: NewNotification,
    { personId, on, position, at }: Sending,
  ): Promise<void> => {
    const { kind, subject } = notification;
    const { merchantId } = ctx.actor;
    const person = actFor(ctx, personId);
    const key = toTextKey({ position, person_id: personId, merchant_id: merchantId });
    const isUrgent = levelByKind[kind] === "act_now";
    const isFirst = (channel: Channel) => claimSending(ctx, { personId, kind, subject, channel, at });
    const count = (channel: Channel) => countSendings(ctx, { personId, kind, channel, at });
    const address = on.email ? await deps.outbox.findProvenEmail(person) : null;
    // WhatsApp falls back to SMS by itself: both at once would say it twice.
    const phone = on.whatsapp ? "whatsapp" : on.sms ? "sms" : null;
    const sendsEmail = address !== null && (await isFirst("email"));
    const sendsText = phone !== null && (await isFirst(phone));
    const devices = on.push ? await listDevices(ctx, personId) : [];
    const sendsPush = devices.length > 0 && (await isFirst("push")) && (await count("push")) <= pushesMax;
    if (!sendsEmail && !sendsText && !sendsPush) return;

    const language = await deps.merchants.loadLanguage(person);
    const { heading, lines, act } = await compose(deps, ctx, notification, { personId, language });
    const path = toPath(notification);
    if (sendsEmail)
      // In the person's own outbox: the address, and what is unsubscribed from, are theirs.
      await deps.outbox.queueEmail(person, {
        topic: "notification",
        subjectId: toSubscriptionId({ kind, personId, merchantId }),
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
    const quietEnd = isUrgent ? null : findQuietEnd(at, await loadQuietHours(ctx, personId));
    if (sendsPush) {
      const message = {
        title: heading,
        body: lines.join(" "),
        path,
        language,
        topic: toTopic(merchantId, notification),
      };
      await enqueuePushes(ctx, { personId, devices, message, isUrgent, dueAt: quietEnd ?? at, at });
    }
    if (!sendsText) return;
    const text = {
      key,
      channel: phone,
      to: await deps.merchants.loadMobile(person),
      language,
      template: "notification",
      params: { what: heading, meaning: lines.join(" ") },
      linkPath: path.slice(1),
    } as const;
    const outcome = isUrgent
      ? await deps.outbox.queueText(ctx, { ...text, isExempt: (await count(phone)) <= urgentTextsMax })
      : await deps.billing.queueCountedText(ctx, {
          ...text,
          reason: toReason(deps, kind),
          ...(quietEnd ? { notBefore: quietEnd } : {}),
        });
    if (outcome !== "duplicate") await saveTextOutcome(ctx, { personId, position, outcome });
  };

type TextTarget = { position: number; person_id: string; merchant_id: string };

/** One message for an event and person, by e-mail and to the phone. */
export const toTextKey = ({ position, person_id, merchant_id }: TextTarget): string =>
  person_id === merchant_id ? `notification:${position}` : `notification:${position}:${person_id}`;

type NamedSubscription = { kind: Kind; personId: string; merchantId: string };

/** What a person unsubscribes from: a kind, of their own merchant or of one that they work for. */
export const toSubscriptionId = ({ kind, personId, merchantId }: NamedSubscription): string =>
  personId === merchantId ? kind : `${kind}:${merchantId}`;

/** Null when it names no kind. */
export function parseSubscriptionId(id: string, personId: string): NamedSubscription | null {
  const [name, merchantId = personId] = id.split(":");
  const kind = kinds.find((one) => one === name);
  return kind === undefined ? null : { kind, personId, merchantId };
}

/** The same work bounded by the person: their language, number, address and outbox are theirs wherever they work. */
export const actFor = <Ctx extends ReadContext>(ctx: Ctx, personId: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, merchantId: personId },
});

/** What the text is, in the history of the stock. */
const toReason = ({ messages }: Pick<SendDeps, "messages">, kind: Kind) => {
  const say = (language: Language) =>
    messages.translate(language, "notifications:usage", {
      title: messages.translate(language, `notifications:kinds.${kind}.title`),
    });
  return { ar: say("ar"), en: say("en") };
};

/** 32 letters: the same kind and subject of a merchant is shown once, the latest. */
const toTopic = (merchantId: string, { kind, subject }: NewNotification): string =>
  createHash("sha256").update(`${merchantId}:${kind}:${subject}`).digest("base64url").slice(0, 32);

type Pushes = {
  personId: string;
  devices: readonly PushDevice[];
  message: { title: string; body: string; path: string; language: Language; topic: string };
  isUrgent: boolean;
  dueAt: Date;
  at: Date;
};

async function enqueuePushes(
  ctx: Context,
  { personId, devices, message, isUrgent, dueAt, at }: Pushes,
): Promise<void> {
  const afterSeconds = Math.ceil((dueAt.getTime() - at.getTime()) / 1_000);
  for (const { id } of devices)
    await ctx.tx.enqueue(
      sendPushJob,
      {
        merchant_id: ctx.actor.merchantId,
        person_id: personId,
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

type Reader = { personId: string; language: Language };

/** What happened, what it means, and the name of its act; a member is told where it happened. */
async function compose(
  { messages, sources, merchants }: SendDeps,
  ctx: Context,
  notification: NewNotification,
  { personId, language }: Reader,
) {
  const { kind, subject } = notification;
  const words = (key: string, params = {}) => messages.translate(language, `notifications:${key}`, params);
  const name = (await nameSubjects(ctx, sources, [{ kind, subject }])).get(subject);
  const { heading, lines } = toWords(messages, notification, { name, language });
  const isOwn = personId === ctx.actor.merchantId;
  return {
    heading: isOwn
      ? heading
      : words("at_merchant", { heading, merchant: (await merchants.findContact(ctx)).name }),
    lines,
    act: words(`acts.${linkByKind[kind].act}`),
  };
}
