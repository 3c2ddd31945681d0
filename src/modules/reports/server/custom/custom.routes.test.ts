import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { mountCalls } from "#base/server/http/mount.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { customReportsCalls } from "../../contract/custom-reports.calls.ts";
import { aDefinition, type CustomHarness, openCustomHarness } from "../../testing/custom-harness.ts";
import { customReportsHandlers } from "./custom.routes.ts";

let harness: CustomHarness;
let server: TestServer;
beforeAll(async () => {
  harness = await openCustomHarness();
  server = await testServer(
    harness.db,
    (app, http) => mountCalls(app, http, customReportsCalls, customReportsHandlers(harness.deps)),
    harness.clock,
  );
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await server.app.close();
  await harness.db.close();
});

type Shown = { id: string; name: string; is_pinned: boolean; is_shared: boolean; is_own: boolean };
const call = async <Answer = Shown>(name: string, body?: object, as = "mer_1") => {
  const answer = await server.call(name, { as, key: randomUUID(), ...(body ? { body } : {}) });
  return { ...answer, data: answer.data as Answer };
};
const create = async (name = "عائد الحملات", change: object = {}) =>
  (await call("POST Clients/Reports/custom", { name, definition: { ...aDefinition, ...change } })).data;
/** As another member of the merchant: sessions of members come later, so their rows are made by hand. */
const giveToColleague = (id: string, isShared: boolean) =>
  harness.db.run(sql`
    update reports.custom_reports set member_id = 'mem_2', is_shared = ${isShared} where id = ${id}`);
const download = (path: string, language: "ar" | "en" = "ar") =>
  server.app.inject({
    url: `/Clients/Reports/${path}`,
    headers: { authorization: "Bearer test-session-of-mer_1", "x-app-language": language },
  });

describe("reports of one's own", () => {
  it("are saved, changed, copied, listed newest first page after page, and deleted", async () => {
    const first = await create("الأول");
    const second = await create("الثاني");
    const renamed = await call(`PUT Clients/Reports/custom/${first.id}`, { name: "الأول معدّلًا" });
    expect(renamed.data).toMatchObject({ name: "الأول معدّلًا", is_own: true, is_shared: false });
    const copy = await call(`POST Clients/Reports/custom/${first.id}/copy`, { name: "نسخة" });
    expect(copy.data).toMatchObject({ name: "نسخة", definition: aDefinition });

    const page = await call<{ items: Shown[]; next_cursor: string }>("GET Clients/Reports/custom?size=2");
    expect(page.data.items.map(({ name }) => name)).toEqual(["نسخة", "الثاني"]);
    const rest = await call<{ items: Shown[]; next_cursor: null }>(
      `GET Clients/Reports/custom?size=2&cursor=${page.data.next_cursor}`,
    );
    expect(rest.data).toMatchObject({ items: [{ name: "الأول معدّلًا" }], next_cursor: null });

    expect((await call(`DELETE Clients/Reports/custom/${second.id}`)).status).toBe(200);
    expect((await call(`GET Clients/Reports/custom/${second.id}`)).status).toBe(404);
  });

  it("of another merchant are not found by any call", async () => {
    const { id } = await create();
    const path = `Clients/Reports/custom/${id}`;
    const calls: [string, object?][] = [
      [`GET ${path}`],
      [`PUT ${path}`, { name: "x" }],
      [`DELETE ${path}`],
      [`POST ${path}/copy`, { name: "x" }],
      [`PUT ${path}/pin`, { is_pinned: true }],
      [`GET ${path}/figures`],
      [`GET ${path}/export?format=csv`],
      [`PUT ${path}/schedule`, { frequency: "daily", hour: 8, is_active: true }],
    ];
    for (const [name, body] of calls) expect((await call(name, body, "mer_2")).status, name).toBe(404);
    expect(
      (await call<{ items: Shown[] }>("GET Clients/Reports/custom", undefined, "mer_2")).data.items,
    ).toEqual([]);
  });

  it("that a colleague shares are seen, pinned and copied, but not changed; what is not shared is not found", async () => {
    const { id } = await create();
    await giveToColleague(id, true);
    expect((await call(`GET Clients/Reports/custom/${id}`)).data).toMatchObject({
      is_own: false,
      is_shared: true,
    });
    expect((await call(`PUT Clients/Reports/custom/${id}`, { name: "x" })).envelope).toMatchObject({
      code: "reports.custom_not_own",
    });
    expect((await call(`DELETE Clients/Reports/custom/${id}`)).status).toBe(403);
    expect((await call(`POST Clients/Reports/custom/${id}/copy`, { name: "لي" })).data).toMatchObject({
      is_own: true,
    });
    expect((await call(`PUT Clients/Reports/custom/${id}/pin`, { is_pinned: true })).data.is_pinned).toBe(
      true,
    );
    await giveToColleague(id, false);
    expect((await call(`GET Clients/Reports/custom/${id}`)).status).toBe(404);
    expect((await call<{ items: object[] }>("GET Clients/Reports/custom-pinned")).data.items).toEqual([]);
  });

  it("are pinned to home with their figures, four at most, and taken off", async () => {
    await harness.report("cmp_1", "2026-11-20", { spend: 2_500 });
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await create(`تقرير ${n}`)).id);
    const pin = (id: string, is_pinned: boolean) =>
      call(`PUT Clients/Reports/custom/${id}/pin`, { is_pinned });
    for (const id of ids.slice(0, 4)) expect((await pin(id, true)).status).toBe(200);
    expect((await pin(ids[0] ?? "", true)).status).toBe(200);
    expect((await pin(ids[4] ?? "", true)).envelope).toMatchObject({ code: "reports.custom_pins_full" });
    await pin(ids[1] ?? "", false);
    const { items } = (
      await call<{ items: { report: Shown; figures: { total: number[]; rows: object[] } }[] }>(
        "GET Clients/Reports/custom-pinned",
      )
    ).data;
    expect(items.map(({ report }) => report.name)).toEqual(["تقرير 0", "تقرير 2", "تقرير 3"]);
    expect(items[0]?.figures).toMatchObject({
      total: [2_500, 10, 250],
      rows: [{ values: [2_500, 10, 250] }],
    });
  });

  it.each([
    ["no measure", { measures: [] }],
    ["a measure twice", { measures: ["clicks", "clicks"] }],
    ["an unknown measure", { measures: ["profit"] }],
    ["two breakdowns by time", { by: ["day", "week"] }],
    ["time after a subject", { by: ["platform", "day"] }],
    ["an unknown filter", { filter: { city: "riyadh" } }],
  ])("with %s are refused", async (_name, change) => {
    const { status } = await call("POST Clients/Reports/custom", {
      name: "x",
      definition: { ...aDefinition, ...change },
    });
    expect(status).toBe(400);
  });

  it("show other days when their address names them, and are shown before they are saved", async () => {
    await harness.report("cmp_1", "2026-11-01", { spend: 700 });
    const { id } = await create();
    const { data } = await call<{ from: string; to: string; total: number[] }>(
      `GET Clients/Reports/custom/${id}/figures?from=2026-11-01&to=2026-11-03`,
    );
    expect(data).toMatchObject({ from: "2026-11-01", to: "2026-11-03", total: [700, 10, 70] });
    const preview = await call<{ total: number[] }>("POST Clients/Reports/custom/preview", {
      definition: { ...aDefinition, period: { from: "2026-11-01", to: "2026-11-02" }, by: [] },
      size: 10,
    });
    expect(preview.data.total).toEqual([700, 10, 70]);
  });
});

describe("a report's file", () => {
  it("holds all rows with typed columns, as CSV, workbook and PDF, in the language of its reader", async () => {
    for (const day of ["2026-11-19", "2026-11-20"]) {
      await harness.report("cmp_1", day, { spend: 1_000 });
      await harness.report("cmp_3", day, { spend: 500, clicks: 0 });
    }
    const { id } = await create("عائد");
    const csv = await download(`custom/${id}/export?format=csv`);
    expect(csv.headers["content-disposition"]).toContain(
      encodeURIComponent("عائد 2026-11-15 2026-11-21.csv"),
    );
    expect(csv.body.split("\r\n")).toEqual([
      "\ufeffاليوم,الحملة,الإنفاق (ر.س),النقرات,تكلفة النقرة (ر.س)",
      "2026-11-19,تمور,10.00,10,1.00",
      "2026-11-19,'=عطور,5.00,0,",
      "2026-11-20,تمور,10.00,10,1.00",
      "2026-11-20,'=عطور,5.00,0,",
      "",
    ]);
    const english = await download(`custom/${id}/export?format=csv`, "en");
    expect(english.body).toContain("Day,Campaign,Spend (SAR),Clicks,Cost per click (SAR)");
    expect((await download(`custom/${id}/export?format=xlsx`)).rawPayload.subarray(0, 2).toString()).toBe(
      "PK",
    );
    expect((await download(`custom/${id}/export?format=pdf`)).rawPayload.subarray(0, 5).toString()).toBe(
      "%PDF-",
    );
  });

  it("of home and of a campaign hold their days", async () => {
    await harness.report("cmp_1", "2026-11-20", { spend: 1_000 });
    await harness.report("cmp_3", "2026-11-20", { spend: 500 });
    const home = await download("home/export?format=csv&days=7");
    expect(home.body.split("\r\n")[1]).toMatch(/^2026-11-20,0\.00,15\.00,/);
    const campaign = await download("campaign/cmp_3/export?format=csv&days=7");
    expect(campaign.body.split("\r\n")[1]).toMatch(/^2026-11-20,0\.00,5\.00,/);
    expect((await download("campaign/cmp_9/export?format=csv")).statusCode).toBe(404);
  });
});
