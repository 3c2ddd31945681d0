import type { FastifyInstance } from "fastify";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { type Kind, kinds, type Level, levelByKind } from "../contract/kinds.ts";
import { notificationsCalls } from "../contract/notifications.calls.ts";
import { notificationsRefusals } from "../contract/notifications.refusals.ts";
import { nameSubjects, type SubjectSources } from "./name-subjects.ts";
import {
  countUnread,
  listMutedKinds,
  listNotifications,
  type NotificationRecord,
  saveAllRead,
  saveMuted,
  saveRead,
} from "./notifications.store.ts";

export function mountNotifications(app: FastifyInstance, http: HttpContext, sources: SubjectSources): void {
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
      const muted = new Set((await listMutedKinds(ctx)).map(({ kind }) => kind));
      return {
        items: kinds.map((kind) => ({ kind, level: levelByKind[kind], is_muted: muted.has(kind) })),
      };
    },
    "PUT Clients/Notifications/settings/{kind}": ({ ctx, params: { kind }, body }) =>
      change(ctx, (ctx) => saveMuted(ctx, { kind, isMuted: body.is_muted })),
  });
}

const present = (
  { position: _position, merchant_id: _merchant, read_at, ...row }: NotificationRecord,
  names: ReadonlyMap<string, string>,
) => ({
  ...row,
  subject_name: names.get(row.subject) ?? null,
  kind: row.kind as Kind,
  level: row.level as Level,
  happened_at: row.happened_at.toISOString(),
  is_read: read_at !== null,
});

/** Carries out a change and tells the merchant's other tabs. */
const change = (ctx: ReadContext, work: (ctx: Context) => Promise<unknown>) =>
  transact(ctx, async (ctx) => {
    await work(ctx);
    await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
    return {};
  });
