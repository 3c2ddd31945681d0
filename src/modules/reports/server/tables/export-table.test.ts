import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aCampaign, aStore, makeTableDeps, reportSpend } from "../../testing/report-world.ts";
import { exportReportTable } from "./export-table.ts";
import type { TableDeps } from "./table-deps.ts";

let db: TestDb;
let deps: TableDeps;
const ctx = () => testContext(db, "mer_1", new Date("2026-11-21T09:00:00Z"));

beforeAll(async () => {
  db = await testDb();
  deps = await makeTableDeps(async () => null as never);
  await aStore(ctx(), "sto_1", "متجر نخلة");
  await aCampaign(ctx(), { id: "cmp_1", platform: "snapchat", storeId: "sto_1" });
  for (const day of ["2026-11-18", "2026-11-19", "2026-11-20"])
    await reportSpend(ctx(), { id: "cmp_1", platform: "snapchat", day, spend: 5_000 });
});
afterAll(() => db.close());

it.each(["ar", "en"] as const)(
  "a tab's table is a file with every row the screen has (%s)",
  async (language) => {
    const scope = { from: "2026-11-15", to: "2026-11-21", compare: "none" } as const;
    const content = await exportReportTable(deps)(ctx(), {
      tab: "overview",
      scope,
      language,
      order: "asc",
      format: "csv",
    });
    const opened = await content.open();
    if (!opened) throw new Error("nothing to read");
    const lines = (await text(opened)).trim().split(/\r?\n/);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain(language === "ar" ? "نظرة عامة" : "Overview");
    expect(lines.slice(1).every((line) => line.includes("50.00"))).toBe(true);
    expect(content.fileName).toMatch(/2026-11-15 2026-11-21\.csv$/);
  },
);
