import type { FastifyInstance } from "fastify";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { SentText } from "#modules/messages/contract/sent-text.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import { maySee } from "../contract/audience.ts";
import { type Advice, type Kind, kinds, type Level, levelByKind } from "../contract/kinds.ts";
import { notificationsCalls } from "../contract/notifications.calls.ts";
import { notificationsRefusals } from "../contract/notifications.refusals.ts";
import { loadChannelStates, saveChannelSetting } from "./channel-settings.store.ts";
import { nameSubjects, type SubjectSources } from "./name-subjects.ts";
import {
  countUnread,
  listNotifications,
  type NotificationRecord,
  saveAllRead,
  saveRead,
  toReader,
} from "./notifications.store.ts";
import { deleteDevice, listDevices } from "./push-devices.store.ts";
import { addDevice, type PushDevicesDeps } from "./push-devices.ts";
import { loadQuietHours, saveQuietHours } from "./quiet-hours.store.ts";
import { actFor, toSubscriptionId, toTextKey } from "./send-notification.ts";
import { loadVapidKeys } from "./vapid-keys.ts";

type Deps = PushDevicesDeps & {
  sources: SubjectSources;
  outbox: Pick<MessagesFacade, "findProvenEmail" | "subscribeAgain" | "findTexts">;
};

export function mountNotifications(app: FastifyInstance, http: HttpContext, deps: Deps): void {
  const { sources, outbox } = deps;
  mountCalls(app, http, notificationsCalls, {
    "GET Clients/Notifications/index": async ({ ctx, session, query: { unread, size, ...page } }) => {
      const rows = await listNotifications(ctx, toReader(session), {
        ...page,
        size: size + 1,
        isUnread: unread === "true",
      });
      const items = rows.slice(0, size);
      const last = items.at(-1);
      const names = await nameSubjects(ctx, sources, items);
      const texts = await loadTexts(outbox, ctx, items);
      return {
        items: items.map((row) => ({ ...present(row, names), text: texts.get(toTextKey(row)) ?? null })),
        next: last && rows.length > size ? String(last.position) : null,
      };
    },
    "GET Clients/Notifications/unread": async ({ ctx, session }) => ({
      count: await countUnread(ctx, toReader(session)),
    }),
    "POST Clients/Notifications/{id}/read": ({ ctx, session: { personId }, params: { id } }) =>
      change(ctx, async (ctx) => {
        if (!(await saveRead(ctx, { id, personId }))) notificationsRefusals.refuse("notifications.not_found");
      }),
    "POST Clients/Notifications/read-all": ({ ctx, session: { personId } }) =>
      change(ctx, (ctx) => saveAllRead(ctx, personId)),
    "GET Clients/Notifications/settings": async ({ ctx, session }) => {
      const { personId } = session;
      const toStates = await loadChannelStates(ctx, [session]);
      return {
        push_key: (await loadVapidKeys(deps)(ctx.db)).publicKey,
        devices: (await listDevices(ctx, personId)).map(({ id, name, created_at }) => ({
          id,
          name,
          created_at: created_at.toISOString(),
        })),
        quiet_hours: await loadQuietHours(ctx, personId),
        has_email: (await outbox.findProvenEmail(ctx)) !== null,
        items: kinds
          .filter((kind) => maySee(session.abilities, kind))
          .map((kind) => ({ kind, level: levelByKind[kind], channels: toStates(session, kind) })),
      };
    },
    "PUT Clients/Notifications/settings/{kind}": ({ ctx, session: { personId }, params: { kind }, body }) =>
      change(ctx, async (ctx) => {
        const { channel, is_on: isOn } = body;
        await saveChannelSetting(ctx, { personId, kind, channel, isOn });
        if (channel !== "email" || !isOn) return;
        const subjectId = toSubscriptionId({ kind, personId, merchantId: ctx.actor.merchantId });
        await outbox.subscribeAgain(actFor(ctx, personId), { topic: "notification", subjectId });
      }),
    "PUT Clients/Notifications/quiet-hours": ({ ctx, session: { personId }, body }) =>
      change(ctx, (ctx) => saveQuietHours(ctx, personId, body.quiet_hours)),
    "POST Clients/Notifications/devices": ({ ctx, body, session }) =>
      change(ctx, (ctx) => addDevice(deps)(ctx, body, session)),
    "DELETE Clients/Notifications/devices/{id}": ({ ctx, session: { personId }, params: { id } }) =>
      change(ctx, async (ctx) => {
        if (!(await deleteDevice(ctx, { id, person_id: personId })))
          notificationsRefusals.refuse("notifications.device_not_found");
      }),
  });
}

/** The texts that notifications sent to the phone, by their keys. */
async function loadTexts(
  outbox: Pick<MessagesFacade, "findTexts">,
  ctx: ReadContext,
  rows: readonly NotificationRecord[],
): Promise<ReadonlyMap<string, SentText>> {
  const keys = rows.filter(({ text_outcome }) => text_outcome === "queued").map(toTextKey);
  const found = keys.length === 0 ? [] : await outbox.findTexts(ctx, keys);
  return new Map(found.map(({ key, channel, state }) => [key, { channel, state }]));
}

const present = (
  {
    position: _position,
    merchant_id: _merchant,
    person_id: _person,
    read_at: _readAt,
    ...row
  }: NotificationRecord,
  names: ReadonlyMap<string, string>,
) => ({
  ...row,
  subject_name: names.get(row.subject) ?? null,
  kind: row.kind as Kind,
  level: row.level as Level,
  happened_at: row.happened_at.toISOString(),
  advice: row.advice as Advice | null,
});

/** Carries out a change and tells the other tabs. */
const change = (ctx: ReadContext, work: (ctx: Context) => Promise<unknown>) =>
  transact(ctx, async (ctx) => {
    await work(ctx);
    await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
    return {};
  });
