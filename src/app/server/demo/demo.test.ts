import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { withoutReplica } from "#base/server/db/read-replica.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { makeLog } from "#base/server/log.ts";
import { makeMeters } from "#base/server/meters.ts";
import { getAnswerKind } from "#base/shared/answer-kinds.ts";
import { parseAudience } from "#base/shared/audience.ts";
import type { Call, CallName } from "#base/shared/contract.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { demoMerchantId } from "#modules/demo/contract/demo-merchant.ts";
import { composeTestApp } from "../../testing/compose-test-app.ts";
import { createToken } from "../../testing/merchant-fixture.ts";
import { composeApp } from "../compose-app.ts";
import { type DemoStore, makeDemoStore } from "./demo-store.ts";
import { mountDemo } from "./mount-demo.ts";
import { openDemoApp } from "./open-demo-app.ts";
import { postedReadings } from "./readings.ts";

/** The product with its demo store, by HTTP: the real month, the real modules, a database of the product's own beside it. */

let testApp: Awaited<ReturnType<typeof composeTestApp>>;
let app: FastifyInstance;
let store: DemoStore;
let visitor: string;
const mounted: HttpContext["mounted"] = {};
const faults: unknown[] = [];

beforeAll(async () => {
  testApp = await composeTestApp();
  const { db, driver, messages, worldClock, settings, modules } = testApp;
  const meters = makeMeters({ ofProcess: false });
  const log = makeLog("error", { write: (line) => void faults.push(line) });
  const parts = { settings, messages, modules, log };
  store = makeDemoStore({
    log,
    systemClock: { now: () => new Date() },
    openApp: (today) => openDemoApp({ ...parts, today }),
  });
  const replica = withoutReplica(db);
  const base = { db, driver, replica, log, messages, meters, worldClock };
  const composed = await composeApp({ ...base, settings, modules, demoStore: store });
  app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  const { authenticate, authenticateStaff, links } = composed;
  mountDemo(app, { store, isVisit: composed.isDemoVisit, mounted });
  composed.mountCalls(app, { db, replica, worldClock, authenticate, authenticateStaff, links, mounted });
  await app.ready();
  const entered = await app.inject({ method: "POST", url: "/Clients/Demo/enter" });
  visitor = entered.json().data.token;
}, 180_000);
afterAll(async () => {
  await app.close();
  await store.stop();
  await testApp.close();
});
beforeEach(() => {
  faults.length = 0;
});

let lastAddress = 0;
/** Each from an address that has read nothing yet: the limit by address has a test of its own. */
function get(url: string, headers: Record<string, string> = { authorization: `Bearer ${visitor}` }) {
  lastAddress += 1;
  const remoteAddress = `10.1.${lastAddress >> 8}.${lastAddress & 255}`;
  return app.inject({ method: "GET", url, headers, remoteAddress });
}
async function read<Data>(url: string): Promise<Data> {
  const answer = await get(url);
  expect(answer.statusCode, `${url}: ${answer.body.slice(0, 300)}`).toBe(200);
  return answer.json().data as Data;
}

const guarded = () =>
  Object.entries(mounted).filter(
    ([name, { access }]: [string, Call]) => parseAudience(name) === "Clients" && access !== "public",
  );
const fillIds = (path: string) => `/${path.replace(/\{\w+\}/g, "none")}`;

/** The rows of every table of ours. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await testApp.db.many<{ name: string }>(sql`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'pgboss')`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await testApp.db.driver.query(`select count(*)::int as n from ${name}`, []);
    counts[name] = (rows[0] as { n: number }).n;
  }
  return counts;
}

describe("a visitor of the demo store", () => {
  it("is refused every change, in their language, before anything is read", async () => {
    const changes = guarded().filter(([name]) => !name.startsWith("GET ") && !postedReadings.has(name));
    expect(changes.length).toBeGreaterThan(150);
    for (const [name] of changes) {
      const [method = "", path = ""] = name.split(" ");
      for (const [language, words] of [
        ["ar", "أنشئ حسابك"],
        ["en", "Sign up"],
      ] as const) {
        const answer = await app.inject({
          method: method as "POST",
          url: fillIds(path),
          headers: { authorization: `Bearer ${visitor}`, "x-app-language": language },
        });
        expect([answer.statusCode, answer.json().code], name).toEqual([403, "demo.read_only"]);
        expect(answer.json().messages[0], name).toContain(words);
      }
    }
  }, 60_000);

  it("reads every screen's calls without a fault: nothing that reads writes", async () => {
    const readings = guarded().filter(
      ([name, { answer }]) => name.startsWith("GET ") && getAnswerKind(answer) !== "events",
    );
    expect(readings.length).toBeGreaterThan(120);
    for (const [name] of readings) {
      const answer = await get(fillIds(name.slice(4)));
      expect.soft(answer.statusCode, `${name}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it("sees a month that ends today: orders, spend, five platforms, a wallet, rules, links", async () => {
    const today = toRiyadhDay(new Date());
    const { items } = await read<{ items: { platform: string }[] }>("/Clients/Campaigns/index?size=20");
    expect(new Set(items.map(({ platform }) => platform)).size).toBe(5);
    for (const url of ["Stores/products", "Reports/orders/list", "Wallet/transactions", "Tracking/index"])
      expect(JSON.stringify(await read(`/Clients/${url}`)).length, url).toBeGreaterThan(500);
    const server = await get("/Clients/Account/index");
    expect(toRiyadhDay(new Date(String(server.headers["x-server-time"])))).toBe(today);
    expect(server.json().data.merchant.id).toBe(demoMerchantId);
  });

  it("is answered by the product itself where no session is needed, and once the visit has ended", async () => {
    const code = await app.inject({
      method: "POST",
      url: "/Clients/Account/login",
      headers: { authorization: `Bearer ${visitor}`, "content-type": "application/json" },
      payload: "{}",
    });
    expect(code.json().code).toBe("base.not_valid");
    for (const token of [`${visitor}x`, "demo.e30.c2lnbmF0dXJl"]) {
      const answer = await get("/Clients/Account/index", { authorization: `Bearer ${token}` });
      expect([answer.statusCode, answer.json().code]).toEqual([401, "base.session_gone"]);
    }
  });

  it("sees pictures by their signed addresses, which cannot be forged", async () => {
    const { items } = await read<{ items: { thumbnail_url: string }[] }>("/Clients/Media/index");
    const address = items[0]?.thumbnail_url ?? "";
    const picture = await get(address, {});
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    for (const url of [address.replace(/s=./, "s=_"), `/Clients/Account/index?m=${demoMerchantId}`])
      expect((await get(url, {})).statusCode).toBe(401);
  });

  it("may post what only reads, as a report that is being built", async () => {
    for (const name of postedReadings)
      expect(mounted[name as CallName], name).not.toHaveProperty("idempotent", true);
    const definition = {
      measures: ["spend_halalas", "orders_placed"],
      by: ["platform"],
      filter: {},
      period: { name: "last_30" },
      display: "table",
    };
    const answer = await app.inject({
      method: "POST",
      url: "/Clients/Reports/custom/preview",
      headers: { authorization: `Bearer ${visitor}`, "content-type": "application/json" },
      payload: JSON.stringify({ definition }),
    });
    expect(answer.json()).toMatchObject({ error: false });
  });

  it("cannot reach staff's calls", async () => {
    for (const name of Object.keys(mounted).filter(
      (one) => parseAudience(one) === "Staff" && one.startsWith("GET "),
    ))
      expect((await get(fillIds(name.slice(4)))).statusCode, name).toBeOneOf([401, 404]);
  });
});

describe("the product beside it", () => {
  it("keeps nothing of a visit but how many were begun", async () => {
    const before = await countRows();
    await app.inject({ method: "POST", url: "/Clients/Demo/enter", remoteAddress: "10.9.9.9" });
    for (const [name, { answer }] of guarded())
      if (name.startsWith("GET ") && getAnswerKind(answer) !== "events") await get(fillIds(name.slice(4)));
    const after = await countRows();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed).toEqual(["base.rate_limits"]);
    const kept = await testApp.db.many<{ key: string }>(sql`select key from base.rate_limits`);
    for (const { key } of kept) expect(key).not.toContain("10.9.9.9");
  }, 120_000);

  it("knows nothing of the demo's merchant, and shows real ones to nobody there", async () => {
    const found = await testApp.db.many(sql`select id from merchants.merchants where id = ${demoMerchantId}`);
    expect(found).toEqual([]);
    await testApp.db.run(sql`
      insert into merchants.merchants (id, mobile, name, created_at, updated_at)
      values ('mer_real', '+966501234511', 'متجر حقيقي', now(), now())`);
    const token = await createToken(testApp.db, "mer_real");
    const own = await get("/Clients/Account/index", { authorization: `Bearer ${token}` });
    expect(own.json().data.name).toBe("متجر حقيقي");
    expect((await get("/Clients/Account/index")).json().data.name).not.toBe("متجر حقيقي");
  });

  it("lets one address begin thirty visits an hour", async () => {
    const enter = () => app.inject({ method: "POST", url: "/Clients/Demo/enter", remoteAddress: "10.8.8.8" });
    for (let visit = 0; visit < 30; visit += 1) expect((await enter()).statusCode).toBe(200);
    const refused = await enter();
    expect([refused.statusCode, refused.json().code]).toEqual([429, "demo.too_many_visits"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("lets one address have so many answers made for it a minute; others and kept answers go on", async () => {
    const ask = (url: string, remoteAddress: string) =>
      app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${visitor}` } });
    await ask("/Clients/Account/index", "10.7.7.6");
    const codes = new Set<number>();
    for (let at = 0; at < 820 && !codes.has(429); at += 1)
      codes.add((await ask(`/Clients/Stores/none?at=${at}`, "10.7.7.7")).statusCode);
    expect(codes).toContain(429);
    expect((await ask("/Clients/Account/index", "10.7.7.7")).statusCode).toBe(200);
    expect((await ask("/Clients/Stores/none?at=x", "10.7.7.8")).statusCode).not.toBe(429);
  }, 60_000);
});

describe("the demo store", () => {
  const fakeApp = () => ({ isClosed: false });
  function harness(at: string) {
    const clock = frozenClock(at);
    const opened: { day: string; isClosed: boolean }[] = [];
    let fails = false;
    const fake = makeDemoStore({
      log: makeLog("silent"),
      systemClock: clock,
      async openApp(day) {
        if (fails) throw new Error("no memory");
        const one = { day, ...fakeApp() };
        opened.push(one);
        const none = async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) });
        return {
          now: clock.now(),
          findAnswer: () => undefined,
          answer: none,
          async close() {
            one.isClosed = true;
          },
        };
      },
    });
    const fail = () => {
      fails = true;
    };
    return { fake, clock, opened, fail };
  }

  it("is opened once for visitors who come together", async () => {
    const { fake, opened } = harness("2026-11-21T09:00:00Z");
    await Promise.all([fake.open(), fake.open(), fake.getApp()]);
    expect(opened.length).toBe(1);
    await fake.stop();
    expect(opened[0]?.isClosed).toBe(true);
  });

  it("shows yesterday's month until that of the new day in Riyadh is open", async () => {
    const { fake, clock, opened } = harness("2026-11-21T20:59:00Z");
    const first = await fake.getApp();
    clock.set("2026-11-21T21:01:00Z");
    expect(await fake.getApp()).toBe(first);
    await expect
      .poll(() => opened.map(({ day }) => day))
      .toEqual(["2026-11-21", addDays("2026-11-21" as never, 1)]);
    await expect.poll(() => fake.getApp()).not.toBe(first);
    await fake.stop();
  });

  it("refuses where it cannot be opened, and does not try again at once", async () => {
    const { fake, fail, opened } = harness("2026-11-21T09:00:00Z");
    fail();
    for (let visit = 0; visit < 3; visit += 1)
      await expect(fake.open()).rejects.toMatchObject({ code: "demo.not_open" });
    expect(opened).toEqual([]);
    await fake.stop();
  });
});
