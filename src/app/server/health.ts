import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Db, sql } from "#base/server/db/db.ts";
import { bearerOf } from "#base/server/http/session.ts";
import type { Meters } from "#base/server/meters.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Settings } from "./settings.ts";

type Options = {
  db: Db;
  meters: Meters;
  settings: Pick<Settings, "NODE_ENV" | "METRICS_TOKEN">;
  isReady: () => boolean;
  isWritable: () => boolean;
};

/** `/healthz`: the process lives. `/readyz`: it may be sent work. `/metrics`: what Prometheus reads. */
export function mountHealth(app: FastifyInstance, { db, meters, settings, isReady, isWritable }: Options) {
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async () => {
    if (!isReady()) return baseRefusals.refuse("base.not_ready");
    if (!isWritable()) return baseRefusals.refuse("base.cannot_save");
    await db.one(sql`select 1 as ready`);
    return { status: "ready" };
  });
  const mayRead = metricsDoor(settings);
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request.headers.authorization)) return baseRefusals.refuse("base.not_found");
    return reply.type(meters.registry.contentType).send(await meters.registry.metrics());
  });
}

/**
 * The figures of the house are nobody's business: with METRICS_TOKEN only its bearer reads them, without it nobody does
 * in production. To everybody else there is no such page.
 */
function metricsDoor({
  NODE_ENV,
  METRICS_TOKEN,
}: Options["settings"]): (header: string | undefined) => boolean {
  if (METRICS_TOKEN === undefined) return () => NODE_ENV !== "production";
  const hash = (text: string) => createHash("sha256").update(text).digest();
  const expected = hash(METRICS_TOKEN);
  return (header) => timingSafeEqual(hash(bearerOf(header) ?? ""), expected);
}
