import type { FastifyInstance } from "fastify";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
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
} from "./notifications.store.ts";
import { deleteDevice, listDevices } from "./push-devices.store.ts";
import { addDevice, type PushDevicesDeps } from "./push-devices.ts";
import { loadVapidKeys } from "./vapid-keys.ts";

type Deps = PushDevicesDeps & {
  sources: SubjectSources;
  outbox: Pick<MessagesFacade, "findProvenEmail" | "subscribeAgain">;
};

export function mountNotifications(app: FastifyInstance, http: HttpContext, deps: Deps): void {
  const { sources, outbox } = deps;
  mountCalls(app, http, notificationsCalls, {
    "GET Clients/Notifications/index": async ({ ctx, query: { unread, size, ...page } }) => {
      const rows = await listNotifications(ctx, { ...page, size: size + 1, isUnread: unread === "true" });
      const items = rows.slice(0, size);
      const last = items.at(-1);
      const names = await nameSubjects(ctx, sources, items);
      return {
        items: items.map((row) => present(row, names)),
        next: last && rows.length > size ? String(last.position) : null,
      };
    },
    "GET Clients/Notifications/unread": async ({ ctx }) => ({ count: await countUnread(ctx) }),
    "POST Clients/Notifications/{id}/read": ({ ctx, params: { id } }) =>
      change(ctx, async (ctx) => {
        if (!(await saveRead(ctx, id))) notificationsRefusals.refuse("notifications.not_found");
      }),
    "POST Clients/Notifications/read-all": ({ ctx }) => change(ctx, saveAllRead),
    "GET Clients/Notifications/settings": async ({ ctx }) => {
      const toStates = await loadChannelStates(ctx);
      return {
        push_key: (await loadVapidKeys(deps)(ctx.db)).publicKey,
        devices: (await listDevices(ctx)).map(({ id, name, created_at }) => ({
          id,
          name,
          created_at: created_at.toISOString(),
        })),
        has_email: (await outbox.findProvenEmail(ctx)) !== null,
        items: kinds.map((kind) => ({ kind, level: levelByKind[kind], channels: toStates(kind) })),
      };
    },
    "PUT Clients/Notifications/settings/{kind}": ({ ctx, params: { kind }, body }) =>
      change(ctx, async (ctx) => {
        const { channel, is_on: isOn } = body;
        await saveChannelSetting(ctx, { kind, channel, isOn });
        if (channel === "email" && isOn)
          await outbox.subscribeAgain(ctx, { topic: "notification", subjectId: kind });
      }),
    "POST Clients/Notifications/devices": ({ ctx, body, session }) =>
      change(ctx, (ctx) => addDevice(deps)(ctx, body, session.sessionId)),
    "DELETE Clients/Notifications/devices/{id}": ({ ctx, params: { id } }) =>
      change(ctx, async (ctx) => {
        if (!(await deleteDevice(ctx, id))) notificationsRefusals.refuse("notifications.device_not_found");
      }),
  });
}

const present = (
  { position: _position, merchant_id: _merchant, read_at: _readAt, ...row }: NotificationRecord,
  names: ReadonlyMap<string, string>,
) => ({
  ...row,
  subject_name: names.get(row.subject) ?? null,
  kind: row.kind as Kind,
  level: row.level as Level,
  happened_at: row.happened_at.toISOString(),
  advice: row.advice as Advice | null,
});

/** Carries out a change and tells the merchant's other tabs. */
const change = (ctx: ReadContext, work: (ctx: Context) => Promise<unknown>) =>
  transact(ctx, async (ctx) => {
    await work(ctx);
    await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
    return {};
  });
