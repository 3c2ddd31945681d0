import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Db } from "#base/server/db/db.ts";
import { parseBearer } from "#base/server/http/session.ts";
import type { Meters } from "#base/server/meters.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { loadLedgerState } from "#modules/wallet/server/ledger-state.ts";
import type { Settings } from "./settings.ts";

type Options = {
  db: Db;
  meters: Meters;
  settings: Pick<Settings, "NODE_ENV" | "METRICS_TOKEN">;
  isReady: () => boolean;
  isWritable: () => boolean;
};

/**
 * `/healthz`: the process is alive. `/readyz`: it may receive work, and the state of the ledger's self-check: reading
 * goes on while that is `wrong` or `late`, so it takes no process out of service. `/metrics`: for Prometheus.
 */
export function mountHealth(app: FastifyInstance, { db, meters, settings, isReady, isWritable }: Options) {
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async () => {
    if (!isReady()) return baseRefusals.refuse("base.not_ready");
    if (!isWritable()) return baseRefusals.refuse("base.cannot_save");
    const { state } = await loadLedgerState(db);
    return { status: "ready", ledger: state };
  });
  meters.addSample(async () => {
    meters.storageIsWritable.set(isWritable() ? 1 : 0);
  });
  const canRead = makeMetricsGuard(settings);
  app.get("/metrics", async (request, reply) => {
    if (!canRead(request.headers.authorization)) return baseRefusals.refuse("base.not_found");
    return reply.type(meters.registry.contentType).send(await meters.render());
  });
}

/**
 * Metrics are for operators: with METRICS_TOKEN only its bearer reads them, without it nobody does in production.
 * Everybody else gets 404.
 */
function makeMetricsGuard({
  NODE_ENV,
  METRICS_TOKEN,
}: Options["settings"]): (header: string | undefined) => boolean {
  if (METRICS_TOKEN === undefined) return () => NODE_ENV !== "production";
  const hash = (text: string) => createHash("sha256").update(text).digest();
  const expected = hash(METRICS_TOKEN);
  return (header) => timingSafeEqual(hash(parseBearer(header) ?? ""), expected);
}
