import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#base/server/clock.ts";
import { type Driver, makeDb } from "#base/server/db/db.ts";
import { withoutReplica } from "#base/server/db/read-replica.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import type { ServerModule } from "#base/server/module.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { demoMerchantId } from "#modules/demo/contract/demo-merchant.ts";
import { composeApp } from "../compose-app.ts";
import { composeAbilities } from "../compose-modules.ts";
import type { Settings } from "../settings.ts";
import { makeAnswerCache } from "./answer-cache.ts";
import { toDemoSettings } from "./demo-settings.ts";
import { readMonthHead } from "./month.ts";
import { prepareDay } from "./prepare-days.ts";
import { countDays, openCopy } from "./templates.ts";

type Options = {
  settings: Settings;
  log: Log;
  messages: Messages;
  modules: readonly ServerModule[];
  /** The Riyadh day on which the month ends. */
  today: RiyadhDay;
};

/** What a visitor's request asks for; only reading. */
export type DemoRequest = {
  /** Who shows a picture by its signed address has nothing but that. */
  caller: "visitor" | "signed address";
  method: "GET" | "HEAD" | "POST";
  url: string;
  language: string;
  range: string;
  /** JSON; empty where there is none. */
  body: string;
};
export type DemoAnswer = { status: number; headers: Record<string, string>; body: Buffer };

export type DemoApp = {
  /** Business time, which stands still: the month's last moment, moved to today. */
  now: Date;
  /** An answer that was given to somebody before; everybody sees the same. */
  findAnswer(request: DemoRequest): Promise<DemoAnswer> | undefined;
  answer(request: DemoRequest): Promise<DemoAnswer>;
  close(): Promise<void>;
};

/**
 * The product once more, on an embedded database that holds nothing but the demo's month. It has no jobs, no
 * events, no vendors, and listens nowhere.
 */
export async function openDemoApp(options: Options): Promise<DemoApp> {
  const head = await readMonthHead();
  const template = await prepareDay(join(options.settings.DATA_DIR, "demo"), options.today);
  const dataFolder = await mkdtemp(join(tmpdir(), "rawaj-demo-"));
  let driver: Driver | undefined;
  const close = async () => {
    await driver?.close();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    driver = await openCopy(template, dataFolder);
    const now = new Date(Date.parse(head.endedAt) + countDays(head, options.today) * 86_400_000);
    const settings = toDemoSettings(options.settings, dataFolder);
    const app = await serve({ ...options, settings }, driver, now);
    const cache = makeAnswerCache((request: DemoRequest) => inject(app, request));
    return {
      now,
      findAnswer: cache.find,
      answer: cache.answer,
      async close() {
        await app.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Server = Awaited<ReturnType<typeof makeHttpServer>>;

async function serve(
  { settings, log, messages, modules }: Options,
  driver: Driver,
  now: Date,
): Promise<Server> {
  const db = makeDb(driver);
  const worldClock: Clock = { now: () => new Date(now) };
  // Of the demo alone: the product's own count no visit.
  const meters = makeMeters({ ofProcess: false });
  const replica = withoutReplica(db);
  const base = { db, driver, replica, log, messages, meters, worldClock };
  const composed = await composeApp({ ...base, settings, modules });
  const app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  const abilities = composeAbilities(modules).Clients;
  const session = { merchantId: demoMerchantId, personId: demoMerchantId, sessionId: "demo", abilities };
  const http: HttpContext = {
    db,
    worldClock,
    replica,
    links: composed.links,
    authenticate: async () => session,
    authenticateStaff: async () => null,
    mounted: {},
  };
  composed.mountCalls(app, http);
  await app.ready();
  return app;
}

/** Any token will do inside: whoever comes here has shown that of a visit. */
const insideToken = "Bearer visitor-of-the-demo";

async function inject(app: Server, { caller, method, url, ...request }: DemoRequest): Promise<DemoAnswer> {
  const { language, range, body } = request;
  const { statusCode, headers, rawPayload } = await app.inject({
    method,
    url,
    ...(body === "" ? {} : { payload: body }),
    headers: {
      "x-app-language": language,
      ...(caller === "visitor" ? { authorization: insideToken } : {}),
      ...(body === "" ? {} : { "content-type": "application/json" }),
      ...(range === "" ? {} : { range }),
    },
  });
  return { status: statusCode, headers: pickHeaders(headers), body: rawPayload };
}

const forwarded = [
  "content-type",
  "content-disposition",
  "content-range",
  "accept-ranges",
  "content-security-policy",
  "cache-control",
  "x-server-time",
  "retry-after",
];

const pickHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(forwarded.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
