import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { type ApiDeps, ROOT } from "./api.deps.ts";
import { events, WEBHOOK_SECRET } from "./deliveries.ts";
import type { Subscription } from "./model.ts";
import { invalid, notFound, success } from "./responses.ts";

const address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === "https:" || /^(localhost|127\.|\[::1\])/.test(url.hostname);
});
const shape = z.strictObject({
  name: z.string().min(1),
  event: z.enum(events as [string, ...string[]]),
  url: address,
  version: z.union([z.literal(1), z.literal(2)]).default(2),
  rule: z.string().nullish(),
  headers: z.array(z.strictObject({ key: z.string().min(1), value: z.string() })).optional(),
  security_strategy: z.enum(["signature", "token"]).optional(),
  secret: z.string().min(1).optional(),
});

/** Subscribing to events (Salla docs, "Webhooks"). */
export function webhookRoutes(app: FastifyInstance, { world, records, guard }: ApiDeps): void {
  const { subscriptions } = records;

  app.get(
    `${ROOT}/webhooks/events`,
    guard("webhooks.read", (_request, reply) => success(reply, events)),
  );
  app.get(
    `${ROOT}/webhooks`,
    guard("webhooks.read", (_request, reply, { store }) =>
      success(reply, [...subscriptions.values()].filter(({ storeId }) => storeId === store.id).map(present)),
    ),
  );

  app.post(
    `${ROOT}/webhooks/subscribe`,
    guard("webhooks.read_write", (request, reply, { store }) => {
      const body = checkBody(shape, request.body ?? {});
      if (!body.ok) return invalid(reply, body.problems);
      const { event, url } = body.value;
      // The same event to the same address is one subscription, however often it is requested.
      const before = [...subscriptions.values()].find(
        (one) => one.storeId === store.id && one.event === event && one.url === url,
      );
      const id = before?.id ?? String(world.ids.number("salla/webhook", 8));
      return success(reply, present(subscriptions.put(toSubscription(id, store.id, body.value))), 201);
    }),
  );

  app.put(
    `${ROOT}/webhooks/:id`,
    guard("webhooks.read_write", (request, reply, { store }) => {
      const before = subscriptions.get((request.params as { id: string }).id);
      if (before?.storeId !== store.id) return notFound(reply);
      const body = checkBody(shape.partial(), request.body ?? {});
      if (!body.ok) return invalid(reply, body.problems);
      const { name, event, url, version } = before;
      const merged = { name, event, url, version: version as 1 | 2, ...body.value };
      return success(reply, present(subscriptions.put(toSubscription(before.id, store.id, merged))));
    }),
  );

  app.delete(
    `${ROOT}/webhooks/unsubscribe`,
    guard("webhooks.read_write", (request, reply, { store }) => {
      const { id, url } = request.query as { id?: string; url?: string };
      if (!id && !url) return invalid(reply, [{ field: "id", kind: "missing", detail: "id or url" }]);
      const matches = [...subscriptions.values()].filter(
        (one) => one.storeId === store.id && (one.id === id || (url !== undefined && one.url === url)),
      );
      if (matches.length === 0) return notFound(reply);
      for (const one of matches) subscriptions.delete(one.id);
      return success(reply, { message: "تم حذف التنبيه", code: 202 }, 202);
    }),
  );
}

function toSubscription(id: string, storeId: string, input: z.output<typeof shape>): Subscription {
  return {
    id,
    storeId,
    name: input.name,
    event: input.event,
    url: input.url,
    version: input.version,
    rule: input.rule ?? null,
    headers: input.headers ?? [],
    strategy: input.security_strategy ?? "signature",
    secret: input.secret ?? WEBHOOK_SECRET,
  };
}

function present(one: Subscription) {
  return {
    id: Number(one.id),
    name: one.name,
    event: one.event,
    type: "manual",
    url: one.url,
    version: one.version,
    rule: one.rule,
    headers: one.headers,
    security_strategy: one.strategy,
  };
}
