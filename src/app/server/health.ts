import type { FastifyInstance } from "fastify";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Meters } from "#base/server/meters.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";

type Options = { db: Db; meters: Meters; isReady: () => boolean };

/** `/healthz`: the process lives. `/readyz`: it may be sent work. `/metrics`: what Prometheus reads. */
export function mountHealth(app: FastifyInstance, { db, meters, isReady }: Options) {
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async () => {
    if (!isReady()) return baseRefusals.refuse("base.not_ready");
    await db.one(sql`select 1 as ready`);
    return { status: "ready" };
  });
  app.get("/metrics", async (_request, reply) =>
    reply.type(meters.registry.contentType).send(await meters.registry.metrics()),
  );
}
