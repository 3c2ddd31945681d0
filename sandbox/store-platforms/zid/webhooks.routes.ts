import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { isAllowedRedirect } from "../shared/consent-shops.ts";
import type { ApiDeps } from "./api.ts";
import { events } from "./deliveries.ts";
import type { Hook } from "./model.ts";
import { failure, invalid, notFound } from "./responses.ts";

const HOOKS = "/v1/managers/webhooks";

const shape = z.strictObject({
  event: z.enum(events as [string, ...string[]]),
  target_url: z.string().refine(isAllowedRedirect, "must be an address with https"),
  original_id: z.number().int(),
  subscriber: z.string().min(1),
  conditions: z.record(z.string(), z.unknown()).optional(),
  username: z.string().min(1).optional(),
  password: z.string().min(1).optional(),
});

/** Webhooks (docs.zid.sa, "Webhooks"): created, listed, and deleted all together; never changed. */
export function webhookRoutes(app: FastifyInstance, { world, records, guard }: ApiDeps): void {
  app.get(
    HOOKS,
    guard("managers", (_request, reply, store) =>
      reply.send({
        status: "array",
        data: records.listHooks(store.id).map((hook) => present(hook, store.uuid)),
      }),
    ),
  );
  app.post(
    HOOKS,
    guard("managers", (request, reply, store) => {
      const body = checkBody(shape, request.body ?? {});
      if (!body.ok) return invalid(reply, body.problems);
      const { event, target_url, original_id, subscriber, conditions, username, password } = body.value;
      const isThere = records
        .listHooks(store.id)
        .some((hook) => hook.event === event && hook.targetUrl === target_url);
      if (isThere) return failure(reply, 409, "ERROR_WEBHOOK_EXISTS", "The webhook already exists");
      const hook = records.hooks.put({
        id: world.ids.uuid("zid/hook"),
        storeId: store.id,
        event,
        targetUrl: target_url,
        originalId: original_id,
        subscriber,
        conditions: conditions ?? {},
        username: username ?? "",
        password: password ?? "",
        failures: 0,
        isActive: true,
      });
      return reply.send({ status: "object", data: present(hook, store.uuid) });
    }),
  );
  app.delete(
    HOOKS,
    guard("managers", (request, reply, store) => {
      const { original_id: original } = request.query as { original_id?: string };
      if (!original) return invalid(reply, [{ field: "original_id", kind: "missing", detail: "required" }]);
      const matches = records.listHooks(store.id).filter((hook) => String(hook.originalId) === original);
      if (matches.length === 0) return notFound(reply);
      for (const hook of matches) records.hooks.delete(hook.id);
      return reply.send({ status: "object", message: { type: "success", description: "deleted" } });
    }),
  );
}

/** Username and password are never shown again. */
function present(hook: Hook, storeUuid: string) {
  return {
    id: hook.id,
    event: hook.event,
    target_url: hook.targetUrl,
    store_id: storeUuid,
    original_id: hook.originalId,
    subscriber: hook.subscriber,
    conditions: hook.conditions,
    status: hook.isActive ? "ready" : "inactive",
    active: hook.isActive,
  };
}
