import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import type { Calls } from "#base/shared/contract.ts";
import { operationsCalls } from "#base/shared/operations.calls.ts";
import { composeTestApp } from "../testing/compose-test-app.ts";
import { createToken } from "../testing/merchant-fixture.ts";
import { serverModules } from "./find-modules.ts";

/** A module that is nothing but a folder: the product is composed with that folder in its search path, and no other edit. */

const folder = join(import.meta.dirname, "../testing/modules");
let testApp: Awaited<ReturnType<typeof composeTestApp>>;
let app: FastifyInstance;
let token: string;
const served: Calls = {};
/** What sessions hold; null: what the product gives them. */
let held: { subject: string; action: string }[] | null = null;

beforeAll(async () => {
  testApp = await composeTestApp({ folder });
  const { composed, db, log, messages, meters, worldClock, jobs } = testApp;
  await db.driver.script(readFileSync(join(folder, "example/server/schema.sql"), "utf8"));
  await db.run(sql`
    insert into merchants.merchants (id, mobile, name, created_at, updated_at)
    values ('mer_example', '+966501234567', 'نورة', ${worldClock.now()}, ${worldClock.now()})`);
  app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  const http: HttpContext = {
    db,
    worldClock,
    links: composed.links,
    authenticateStaff: composed.authenticateStaff,
    mounted: served,
    authenticate: async (token) => {
      const session = await composed.authenticate(token);
      return session && { ...session, abilities: held ?? session.abilities };
    },
  };
  composed.mountCalls(app, http);
  await jobs.prepare();
  token = await createToken(db, "mer_example");
});
afterAll(async () => {
  await app.close();
  await testApp.jobs.stop();
  await testApp.close();
});

async function send(method: "GET" | "POST", body?: { text: string }, language = "ar") {
  const answer = await app.inject({
    method,
    url: "/Clients/Example/notes",
    headers: {
      authorization: `Bearer ${token}`,
      "x-app-language": language,
      ...(body ? { "idempotency-key": `key-of-${body.text}-${language}` } : {}),
    },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, ...answer.json() };
}

describe("a module's folder alone", () => {
  it("brings its calls, and its event reaches its subscription and its job", async () => {
    expect(await send("POST", { text: "first" })).toMatchObject({ status: 200 });
    expect((await send("GET")).data.items).toMatchObject([{ text: "first", is_checked: false }]);
    await testApp.relay.settle();
    await testApp.jobs.settle();
    expect((await send("GET")).data.items).toMatchObject([{ text: "first", is_checked: true }]);
  });

  it("brings its refusals, in the reader's language and with their status in the document", async () => {
    const body = { text: "again" };
    await send("POST", body);
    expect(await send("POST", body, "ar-SA")).toMatchObject({
      status: 409,
      code: "example.note_exists",
      messages: ["هذه الملاحظة موجودة."],
    });
    expect(await send("POST", body, "en")).toMatchObject({ messages: ["This note exists already."] });
    expect(testApp.composed.getRefusalStatus("example.note_exists")).toBe(409);
  });

  it("brings its abilities: an owner has them, and who has not is refused", async () => {
    expect((await send("GET")).status).toBe(200);
    held = [{ subject: "example_note", action: "read" }];
    expect([(await send("GET")).status, (await send("POST", { text: "no" })).status]).toEqual([200, 403]);
    held = [{ subject: "campaign", action: "manage" }];
    expect((await send("GET")).status).toBe(403);
    held = null;
  });

  it("brings its calls to those the product serves: exactly those of all manifests and the base's own", () => {
    const declared = testApp.modules.flatMap(({ calls = {} }) => Object.keys(calls));
    expect(Object.keys(served).sort()).toEqual([...declared, ...Object.keys(operationsCalls)].sort());
    expect(declared).toContain("GET Clients/Example/notes");
  });

  it("brings its settings", () => {
    expect(testApp.settings).toMatchObject({ EXAMPLE_GREETING: "hello" });
  });

  it("is no part of the product itself", () => {
    expect(serverModules.map(({ name }) => name)).not.toContain("example");
  });
});

describe("an owner's session", () => {
  it("holds every ability that modules declare for merchants, and none that they declare for staff", async () => {
    const { composed, modules } = testApp;
    const session = await composed.authenticate(token);
    const list = (audience: "Clients" | "Staff") =>
      modules
        .flatMap(({ abilities = [] }) => abilities)
        .filter((declared) => declared.audience === audience)
        .flatMap(({ subjects }) =>
          Object.entries(subjects).flatMap(([subject, actions]) =>
            actions.map((action) => `${subject}: ${action}`),
          ),
        );
    const granted = session?.abilities.map(({ subject, action }) => `${subject}: ${action}`) ?? [];
    expect(granted.sort()).toEqual(list("Clients").sort());
    expect(granted).toContain("campaign: manage");
    expect(list("Staff")).toContain("example_review: manage");
    expect(granted.filter((ability) => list("Staff").includes(ability) || ability.startsWith("all"))).toEqual(
      [],
    );
  });
});
