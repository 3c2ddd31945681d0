import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { World } from "../../base/world.ts";
import { requireSecretKey } from "./auth.ts";
import { notFound } from "./errors.ts";
import { address } from "./payment-body.ts";
import { checked, parseBody, parsePaymentId } from "./payments.routes.ts";
import { EVENTS, type Hook, type Hooks } from "./webhooks.ts";

const newHook = z.strictObject({
  http_method: z.literal("post"),
  url: address,
  shared_secret: z.string().min(1).max(255),
  events: z.array(z.enum(EVENTS as [string, ...string[]])).min(1),
});

const verification = z.strictObject({ code: z.string().min(1) });

/** Moyasar docs, Webhooks. */
export function webhookRoutes(app: FastifyInstance, hooks: Hooks, world: World): void {
  app.post("/v1/webhooks", (request, reply) => {
    requireSecretKey(request);
    const hookInput = checked(newHook, parseBody(request));
    const now = new Date().toISOString();
    const hook = hooks.table.put({
      id: world.ids.uuid("moyasar/hook"),
      ...hookInput,
      created_at: now,
      updated_at: now,
      verified: false,
      verified_at: null,
      code: String(world.ids.number("moyasar/hook-code", 6)),
      code_sent_at: now,
      wrong_codes: 0,
    });
    hooks.sendCode(hook);
    return reply.code(201).send(presentHook(hook));
  });
  app.get("/v1/webhooks", (request) => {
    requireSecretKey(request);
    return { webhooks: [...hooks.table.values()].map(presentHook) };
  });
  app.get("/v1/webhooks/available_events", (request) => {
    requireSecretKey(request);
    return { events: EVENTS };
  });
  app.get("/v1/webhooks/attempts", (request) => {
    requireSecretKey(request);
    const deliveries = world.webhooks.list({ vendor: "moyasar", limit: 100 });
    return {
      webhook_attempts: deliveries.flatMap((delivery) =>
        delivery.attempts.map((attempt, index) => ({
          id: `${delivery.id}-${index + 1}`,
          retry_number: index,
          webhook_url: delivery.url,
          response_code: attempt.status,
          result: attempt.status !== null && attempt.status < 300 ? "success" : "failed",
          created_at: attempt.at,
        })),
      ),
    };
  });
  app.get("/v1/webhooks/:id", (request) => {
    requireSecretKey(request);
    return presentHook(find(hooks, parsePaymentId(request)));
  });
  app.post("/v1/webhooks/:id/verify", (request) => {
    requireSecretKey(request);
    const { code } = checked(verification, parseBody(request));
    return presentHook(hooks.verify(find(hooks, parsePaymentId(request)), code));
  });
  app.delete("/v1/webhooks/:id", (request, reply) => {
    requireSecretKey(request);
    hooks.table.delete(find(hooks, parsePaymentId(request)).id);
    return reply.code(204).send();
  });
}

function find(hooks: Hooks, id: string): Hook {
  const hook = hooks.table.get(id);
  if (!hook) throw notFound();
  return hook;
}

/** The secret is never shown again, and the code goes only to the webhook's own address. */
function presentHook(hook: Hook): Partial<Hook> {
  const { shared_secret: _secret, code: _code, code_sent_at: _sentAt, wrong_codes: _wrong, ...shown } = hook;
  return shown;
}
