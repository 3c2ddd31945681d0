import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { AdLicences } from "../contract/ad-licences.calls.ts";
import { adLicencesMax } from "../contract/enums.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { insertLicence } from "./ad-licences.store.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const licence = { kind: "discount", number: "1447-20931", starts_on: "2026-11-21", ends_on: "2026-11-30" };
const add = (change: object = {}, as = "mer_1") =>
  testApp.act("POST Clients/AdLicences/create", { ...licence, ...change }, as);
const list = async (as = "mer_1") =>
  ((await testApp.server.call("GET Clients/AdLicences/index", { as })).data as AdLicences).items;

it("a licence is kept with the Riyadh days on which it is valid, for its merchant alone", async () => {
  await add();
  await add({ number: "1447-1", starts_on: "2026-11-01", ends_on: "2026-11-20" });
  expect((await add({ kind: "creator", starts_on: "2026-11-22" })).status).toBe(200);
  expect((await add({ number: "1447-20932", starts_on: "2026-10-01", ends_on: "2026-12-20" })).status).toBe(
    200,
  );
  const states = (await list()).map(({ number, kind, state }) => [number, kind, state]);
  expect(states).toEqual([
    ["1447-20932", "discount", "valid"],
    ["1447-20931", "creator", "upcoming"],
    ["1447-20931", "discount", "valid"],
    ["1447-1", "discount", "ended"],
  ]);
  // 22:00 in London on the last day is the next day in Riyadh.
  testApp.worldClock.set("2026-11-30T22:00:00Z");
  expect(
    (await list()).find(({ kind, number }) => kind === "discount" && number === licence.number)?.state,
  ).toBe("ended");
  expect(await list("mer_2")).toEqual([]);
});

it.each([
  [{ number: "بدون" }, 400, "number"],
  [{ number: " " }, 400, "number"],
  [{ ends_on: "2026-11-20" }, 400, "ends_on"],
  [{ starts_on: "2026-02-30" }, 400, "starts_on"],
  [{ kind: "sale" }, 400, "kind"],
  [{ number: "١٤٤٧-٢٠٩٣١" }, 409, "number"],
])("%j is refused at its field", async (change, status, field) => {
  await add();
  const refused = await add(change);
  expect(refused.status).toBe(status);
  expect(Object.keys((refused.envelope as { fields?: object }).fields ?? {})).toEqual([field]);
  expect(await list()).toHaveLength(1);
});

it("a licence is corrected and removed, and the audit log keeps what it was; another merchant's is not found", async () => {
  await add();
  const [{ id } = { id: "" }] = await list();
  const at = `Clients/AdLicences/${id}`;
  const longer = { ...licence, ends_on: "2026-12-31" };
  expect((await testApp.act(`PUT ${at}`, longer, "mer_2")).status).toBe(404);
  expect((await testApp.act(`DELETE ${at}`, undefined, "mer_2")).status).toBe(404);
  expect((await testApp.act(`PUT ${at}`, longer)).data).toMatchObject({ items: [longer] });
  expect((await testApp.act(`DELETE ${at}`)).data).toEqual({ items: [] });
  const entries = await testApp.db.many(
    sql`select action, before, after from base.audit_log where subject = ${id} order by id`,
  );
  expect(entries).toMatchObject([
    { action: "ad_licence.created", after: licence },
    { action: "ad_licence.edited", before: licence, after: longer },
    { action: "ad_licence.removed", before: longer },
  ]);
});

it("there are at most so many", async () => {
  await testApp.db.transaction(async (tx) => {
    const ctx = { ...testApp.ctx(), db: tx, tx };
    for (let number = 0; number < adLicencesMax; number += 1)
      await insertLicence(ctx, `lic_${number}`, { ...licence, kind: "discount", number: `1447-${number}` });
  });
  expect((await add({ number: "1447-999" })).envelope).toMatchObject({ code: "campaigns.licences_too_many" });
});
