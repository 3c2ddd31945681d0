import type { FastifyInstance } from "fastify";
import { baseRefusals } from "../shared/base.refusals.ts";
import { liveCalls } from "../shared/live.calls.ts";
import { type HttpContext, mountCalls } from "./http/mount.ts";
import { makeLiveHub } from "./live-hub.ts";
import type { Log } from "./log.ts";
import type { Meters } from "./meters.ts";

type Deps = {
  log: Log;
  meters: Pick<Meters, "streams">;
  findActiveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Resolves once whoever is sent an event can read what it is about, from a replica too. */
  settle?(): Promise<void>;
};

/** `GET live`: the merchant's events as they are committed. */
export function mountLive(
  app: FastifyInstance,
  context: HttpContext,
  { log, meters, findActiveSessions, settle }: Deps,
) {
  const hub = makeLiveHub({ db: context.db, log, findActiveSessions, ...(settle ? { settle } : {}) });

  mountCalls(app, context, liveCalls, {
    "GET live": async ({ session: { merchantId, sessionId }, lastEventId }) => {
      if (!hub.hasCapacity(merchantId, sessionId))
        return baseRefusals.refuse("base.too_many_requests", { seconds: 60 });
      return (sink) => {
        const leave = hub.join({ merchantId, sessionId, resumesAfter: parsePosition(lastEventId), ...sink });
        meters.streams.set(hub.size);
        return () => {
          leave();
          meters.streams.set(hub.size);
        };
      };
    },
  });

  app.addHook("preClose", async () => hub.closeAll());
  return {
    /** Sends what was committed since; call it on each notification of the events channel. */
    pump: hub.pump,
  };
}

function parsePosition(text: string | undefined): number | undefined {
  const position = Number(text);
  return Number.isSafeInteger(position) && position > 0 ? position : undefined;
}
