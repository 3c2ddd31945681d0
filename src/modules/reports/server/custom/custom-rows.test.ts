import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { toCustomPeriod } from "../../domain/custom-period.ts";
import { aDefinition, type CustomHarness, openCustomHarness } from "../../testing/custom-harness.ts";
import { loadCustomFigures } from "./load-custom-figures.ts";

let harness: CustomHarness;
beforeAll(async () => {
  harness = await openCustomHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.db.close());

function load(
  change: Partial<ReportDefinition> = {},
  page: { cursor?: string; size?: number } = {},
  merchantId = "mer_1",
) {
  const definition = { ...aDefinition, ...change };
  const ctx = harness.contextAt(merchantId);
  const period = toCustomPeriod(definition.period, {}, ctx.now);
  return loadCustomFigures(harness.deps)(ctx, { definition, period, language: "ar", size: 50, ...page });
}
const show = ({ rows }: Awaited<ReturnType<typeof load>>) =>
  rows.map(({ parts, values }) => [...parts.map(({ name }) => name), ...values]);

describe("a report of one's own", () => {
  it("has its rows by day and then by the first measure, with names, and the sums of the whole period", async () => {
    await harness.report("cmp_1", "2026-11-20", { spend: 1_000, clicks: 10 });
    await harness.report("cmp_2", "2026-11-20", { spend: 3_000, clicks: 0 });
    await harness.report("cmp_1", "2026-11-19", { spend: 500, clicks: 5 });
    await harness.report("cmp_1", "2026-11-10", { spend: 9_999 }); // before the period
    const figures = await load();
    expect(show(figures)).toEqual([
      ["2026-11-19", "تمور", 500, 5, 100],
      ["2026-11-20", "قهوة", 3_000, 0, null],
      ["2026-11-20", "تمور", 1_000, 10, 100],
    ]);
    expect(figures).toMatchObject({
      from: "2026-11-15",
      to: "2026-11-21",
      unsettled_from: "2026-11-20",
      total: [4_500, 15, 300],
      next_cursor: null,
      emptiness: null,
    });
  });

  it.each([
    [
      "weeks from Sunday",
      ["week"],
      [
        ["2026-11-08", 500],
        ["2026-11-15", 1_100],
      ],
    ],
    ["months", ["month"], [["2026-11", 1_600]]],
    [
      "platforms",
      ["platform"],
      [
        ["سناب شات", 1_500],
        ["ميتا", 100],
      ],
    ],
    [
      "stores, of campaigns",
      ["store"],
      [
        ["متجر نخلة", 1_100],
        ["غير معروف", 500],
      ],
    ],
    [
      "ad groups, of their ads",
      ["ad_group"],
      [
        ["مجموعة", 1_000],
        ["مجموعة", 500],
        ["مجموعة", 100],
      ],
    ],
    [
      "ads",
      ["ad"],
      [
        ["إعلان ad_1a", 700],
        ["إعلان ad_2a", 500],
        ["إعلان ad_1b", 300],
        ["إعلان ad_3a", 100],
      ],
    ],
    ["nothing", [], [[1_600]]],
  ] as const)("splits by %s", async (_name, by, rows) => {
    await harness.report("cmp_1", "2026-11-20", { spend: 700 });
    await harness.report("cmp_1", "2026-11-19", { spend: 300, adId: "ad_1b" });
    await harness.report("cmp_2", "2026-11-14", { spend: 500 });
    await harness.report("cmp_3", "2026-11-18", { spend: 100 });
    const figures = await load({ by: [...by], measures: ["spend_halalas"], period: { name: "last_14" } });
    expect(show(figures)).toEqual(rows.map((row) => [...row]));
    expect(figures.total).toEqual([1_600]);
  });

  it.each<[string, ReportDefinition["filter"], number]>([
    ["a store", { store_id: "sto_1" }, 1_100],
    ["a platform", { platform: "meta" }, 100],
    ["campaigns", { campaign_ids: ["cmp_2", "cmp_3"] }, 600],
    ["a status", { status: "paused" }, 500],
    ["an objective and a platform", { objective: "sales", platform: "snapchat" }, 1_000],
    ["a store that has nothing", { store_id: "sto_9" }, 0],
  ])("is narrowed to %s, rows and sums alike", async (_name, filter, spend) => {
    await harness.report("cmp_1", "2026-11-20", { spend: 1_000 });
    await harness.report("cmp_2", "2026-11-20", { spend: 500 });
    await harness.report("cmp_3", "2026-11-20", { spend: 100 });
    const figures = await load({ filter, by: ["campaign"], measures: ["spend_halalas"] });
    expect(figures.total).toEqual([spend]);
    expect(figures.rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(spend);
  });

  it("gives page after page the same rows as all at once, each once", async () => {
    for (const day of ["2026-11-16", "2026-11-17", "2026-11-20"])
      for (const id of ["cmp_1", "cmp_2", "cmp_3"]) await harness.report(id, day, { spend: 500 });
    const all = show(await load());
    expect(all).toHaveLength(9);
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await load({}, { size: 2, ...(cursor ? { cursor } : {}) });
      paged.push(...show(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
    expect(show(await load({}, { cursor: "not a cursor" }))).toEqual(all);
  });

  it("shows another merchant nothing, and says why it is empty", async () => {
    expect((await load()).emptiness).toBe("not_read_yet");
    await harness.report("cmp_1", "2026-11-01");
    expect((await load()).emptiness).toBe("none");
    expect(await load({ period: { name: "this_month" } }, {}, "mer_2")).toMatchObject({
      rows: [],
      total: [0, 0, null],
    });
    harness.state.setup = { is_connected: true, has_campaigns: false };
    expect((await load()).emptiness).toBe("no_campaigns");
    harness.state.setup = { is_connected: false, has_campaigns: false };
    expect((await load()).emptiness).toBe("not_connected");
  });
});
