import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Driver } from "#base/server/db/db.ts";
import { serverDriver } from "#base/server/db/server-driver.ts";
import { makeLog } from "#base/server/log.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { findPgBouncer, type Pooler, startPgBouncer } from "../../../scripts/pgbouncer.ts";
import { type PostgresServer, startPostgres } from "../../../scripts/postgres.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import {
  type CampaignParts,
  createCampaign,
  deposit,
  type Merchant,
  signUp,
  until,
  uploadPicture,
} from "../testing/merchant.ts";
import { aReportBody } from "../testing/merchant-fixture.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/**
 * The same program in its roles on one PostgreSQL server with a replica, through PgBouncer where it is installed: one for
 * the web, two for the jobs, one for the clicks.
 */

let postgres: PostgresServer;
let replica: PostgresServer;
let pooler: Pooler | undefined;
let sandbox: TestSandbox;
let web: TestProduct;
let jobs: [TestProduct, TestProduct];
let redirect: TestProduct;
let database: Driver;
let merchant: Merchant;
let parts: CampaignParts;

const mobile = "0505617283";

beforeAll(async () => {
  [postgres, sandbox] = await Promise.all([
    startPostgres(),
    startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } }),
  ]);
  replica = await postgres.startReplica();
  pooler = findPgBouncer() ? await startPgBouncer(postgres.url) : undefined;
  const shared = {
    DATABASE_URL: pooler?.url ?? postgres.url,
    ...(pooler ? { DATABASE_DIRECT_URL: postgres.url } : {}),
    DATABASE_READ_URL: replica.url,
    SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    // Images are stored in the folder: all processes share it.
    DATA_DIR: await mkdtemp(join(tmpdir(), "rawaj-shared-")),
    DATABASE_POOL: "6",
  };
  web = await startProduct(sandbox, { ...shared, ROLE: "web" });
  const beside = { ...shared, PUBLIC_URL: web.url };
  // The two for the jobs start together: they are serialized while they create the queues.
  const [first, second, third] = await Promise.all([
    startProduct(sandbox, { ...beside, ROLE: "jobs" }),
    startProduct(sandbox, { ...beside, ROLE: "jobs" }),
    startProduct(sandbox, { ...beside, ROLE: "redirect" }),
  ]);
  jobs = [first, second];
  redirect = third;
  database = await serverDriver({
    url: postgres.url,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    log: makeLog("silent"),
  });
  merchant = await signUp({ product: web.url, sandbox: sandbox.url }, mobile);
  const store = await connectStore(merchant);
  const { id: adAccountId } = await linkAdAccount(merchant);
  await deposit(merchant, 2_000);
  parts = { adAccountId, store, mediaId: (await uploadPicture(merchant)).id, dailyRiyals: 100 };
}, 300_000);
afterAll(async () => {
  await database?.close();
  await Promise.all([web, ...(jobs ?? []), redirect].map((product) => product?.stop()));
  await sandbox.stop();
  await pooler?.stop();
  await replica?.stop();
  await postgres.stop();
});

const received = (vendor: string) =>
  sandbox.control<{ method: string; path: string }[]>(`received?vendor=${vendor}&limit=1000`);
const creates = async () =>
  (await received("snapchat")).filter(({ method, path }) => method === "POST" && path.endsWith("/campaigns"))
    .length;
/** Also when the process that did the work was killed: its lease expires first. */
const synced = (id: string) =>
  until(
    "the platform's confirmation",
    async () => {
      const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`);
      return sync === "synced";
    },
    120,
  );

/** The names of the merchant's events as the web process sends them, until one of them comes. */
async function collectEventNames(awaited: string, meanwhile: () => Promise<unknown>): Promise<string[]> {
  const controller = new AbortController();
  const answer = await fetch(`${web.url}/live`, {
    headers: { authorization: `Bearer ${merchant.token}` },
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(40_000)]),
  });
  const names: string[] = [];
  const running = meanwhile();
  for await (const chunk of answer.body ?? []) {
    for (const [, name = ""] of Buffer.from(chunk)
      .toString("utf8")
      .matchAll(/data: \{"name":"([^"]+)"/g))
      names.push(name);
    if (names.includes(awaited)) break;
  }
  controller.abort();
  await running;
  return names;
}

describe("several processes on one database", () => {
  it("deliver to the browser on one of them what another has done", async () => {
    const names = await collectEventNames("campaign.synced", async () => {
      const { id } = await createCampaign(merchant, parts, "الأولى");
      await merchant.call(`POST Clients/Campaigns/${id}/start`);
    });
    expect(names).toEqual(
      expect.arrayContaining(["campaign.created", "campaign.started", "campaign.synced"]),
    );
    for (const once of ["campaign.created", "campaign.started"])
      expect(names.filter((name) => name === once)).toHaveLength(1);
  }, 60_000);

  it("run each thing once: one code on the phone, one campaign on the platform", async () => {
    expect(await creates()).toBe(1);
    const messages = await sandbox.control<{ to: string }[]>("messages");
    expect(messages.filter(({ to }) => to.endsWith(mobile.slice(-9)))).toHaveLength(1);
    expect((await received("unifonic")).filter(({ method }) => method === "POST")).toHaveLength(1);
    const { rows } = await database.query(
      "select count(*) as positioned, count(distinct position) as positions from base.events where position is not null",
      [],
    );
    const [{ positioned, positions } = { positioned: 0, positions: -1 }] = rows as {
      positioned: number;
      positions: number;
    }[];
    expect(positioned).toBe(positions);
    expect((await database.query("select * from base.dead_letters", [])).rows).toEqual([]);
  });

  it("record the clicks in one and count them in another, and each serves only its own routes", async () => {
    type Link = { id: string; url: string; figures: { clicks: number } };
    const links = () => merchant.call<{ items: Link[] }>("GET Clients/Tracking/index");
    const [link] = (await links()).items;
    const path = new URL(link?.url ?? "").pathname;
    const visitor = {
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
      "accept-language": "ar-SA",
    };
    const click = await fetch(`${redirect.url}${path}`, { redirect: "manual", headers: visitor });
    expect(click.status).toBe(302);
    expect(click.headers.get("location")).toContain("utm_campaign=");
    await until("the click", async () => (await links()).items[0]?.figures.clicks === 1);
    expect((await fetch(`${redirect.url}/Clients/Account/index`)).status).toBe(404);
    expect((await fetch(`${jobs[0].url}/Clients/Account/index`)).status).toBe(404);
    for (const product of [web, ...jobs, redirect])
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it("read lists from the replica, and each from the primary while it is paused, with what was just written", async () => {
    const hand = await serverDriver({
      url: replica.url,
      poolSize: 1,
      statementTimeoutMs: 10_000,
      log: makeLog("silent"),
    });
    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${web.url}/${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${merchant.token}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
          ...init.headers,
        },
      });
    const listNames = async (headers: Record<string, string>) => {
      const answer = await send("Clients/Reports/custom", { headers });
      const { data } = (await answer.json()) as { data: { items: { name: string }[] } };
      return data.items.map(({ name }) => name);
    };
    let last = "";
    // A process that has not read for long does not know yet that the replica is current, and reads from the primary.
    await until("a list of the replica, which lacks what was just written", async () => {
      await hand.query("select pg_wal_replay_resume()", []);
      await listNames({});
      await hand.query("select pg_wal_replay_pause()", []);
      last = `ما كتب للتو ${randomUUID()}`;
      const saved = await send("Clients/Reports/custom", {
        method: "POST",
        body: JSON.stringify({ ...aReportBody, name: last }),
      });
      expect(saved.status).toBe(200);
      const cookie = saved.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect(await listNames({ cookie })).toContain(last);
      return !(await listNames({})).includes(last);
    });
    await hand.query("select pg_wal_replay_resume()", []);
    await until("the replica", async () => (await listNames({})).includes(last));
    await hand.close();
  }, 60_000);

  it("go on when one of them dies during the work", async () => {
    const { id } = await createCampaign(merchant, parts, "الثانية");
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    await jobs[0].kill();
    await synced(id);
    const { id: third } = await createCampaign(merchant, parts, "الثالثة");
    await merchant.call(`POST Clients/Campaigns/${third}/start`);
    await synced(third);
    expect(await creates()).toBe(3);
    expect(await merchant.call("GET Clients/Wallet/audit")).toMatchObject({ passed: true });
  }, 260_000);
});
