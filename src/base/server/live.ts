import type { FastifyInstance } from "fastify";
import { type Db, join, sql } from "./db/db.ts";
import { type Authenticate, admit } from "./http/session.ts";
import type { Log } from "./log.ts";
import type { Meters } from "./meters.ts";

type Stream = {
  merchantId: string;
  position: number;
  /** Whether the session that opened it still lives. */
  isAlive(): Promise<boolean>;
  write(chunk: string): boolean;
  close(): void;
};
type Line = { position: number; name: string; merchant_id: string };
type Options = { db: Db; log: Log; meters: Meters; authenticate: Authenticate };

const beatMs = 20_000;
/** How long a stream lives before the browser must ask again, so that an expired session ends. */
const lifeMs = 10 * 60_000;

/**
 * `GET /live`: the merchant's events as they are committed, as server-sent events `{id: position, event: name}`.
 * `Last-Event-ID` resumes without a gap and without a repeat. Names only: the web asks again for what changed.
 * A session that was ended hears nothing more: it is looked at before anything is told.
 */
export function mountLive(app: FastifyInstance, { db, log, meters, authenticate }: Options) {
  const streams = new Set<Stream>();
  let pumping: Promise<void> = Promise.resolve();

  const pump = () => {
    pumping = pumping
      .then(deliver)
      .catch((error) => log.error({ err: error }, "live events could not be read"));
    return pumping;
  };
  async function deliver() {
    if (streams.size === 0) return;
    const merchants = [...new Set([...streams].map((stream) => stream.merchantId))];
    const from = Math.min(...[...streams].map((stream) => stream.position));
    const lines = await db.many<Line>(sql`
      select position, name, merchant_id from base.events
      where merchant_id in (${join(merchants)}) and position > ${from} and name <> 'job.wanted'
      order by position limit 1000`);
    for (const stream of streams) {
      const fresh = lines.filter(
        ({ merchant_id, position }) => merchant_id === stream.merchantId && position > stream.position,
      );
      if (fresh.length > 0 && !(await stream.isAlive())) {
        streams.delete(stream);
        stream.close();
        continue;
      }
      for (const { position, name } of fresh) {
        stream.position = position;
        stream.write(`id: ${position}\nevent: news\ndata: ${JSON.stringify({ name })}\n\n`);
      }
    }
    if (lines.length === 1000) await deliver();
  }

  const beat = setInterval(() => {
    for (const stream of streams) stream.write(": beat\n\n");
  }, beatMs);
  beat.unref();

  app.get("/live", { exposeHeadRoute: false }, async (request, reply) => {
    const isAdmitted = () => admit("signed-in", request.headers.authorization, authenticate);
    const session = await isAdmitted();
    if (!session) return;
    const asked = Number(request.headers["last-event-id"]);
    const { last } = await db.one<{ last: number }>(
      sql`select coalesce(max(position), 0) as last from base.events`,
    );
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-request-id": request.id,
    });
    const resumes = Number.isSafeInteger(asked) && asked > 0 && asked <= last;
    const stream: Stream = {
      merchantId: session.merchantId,
      position: resumes ? asked : last,
      isAlive: () =>
        isAdmitted().then(
          () => true,
          () => false,
        ),
      write: (chunk) => raw.writable && raw.write(chunk),
      close: () => raw.end(),
    };
    stream.write(`retry: 2000\nid: ${stream.position}\nevent: ready\ndata: {}\n\n`);
    streams.add(stream);
    meters.streams.set(streams.size);
    const life = setTimeout(() => raw.end(), lifeMs);
    raw.on("close", () => {
      clearTimeout(life);
      streams.delete(stream);
      meters.streams.set(streams.size);
    });
    // What was placed between the look above and now had nobody to be told to.
    await pump();
  });

  app.addHook("preClose", async () => {
    clearInterval(beat);
    for (const stream of streams) stream.close();
  });
  return {
    /** Sends what was committed since; call it when the news channel speaks. */
    pump,
  };
}
