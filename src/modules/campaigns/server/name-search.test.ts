import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";
import { searchCountMax } from "../contract/enums.ts";
import type { ListRow, ListTotals } from "../contract/list.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { chooseSearched, listGrams } from "./name-search.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

type Page = { items: ListRow[]; total: number; total_at_least: boolean; next: string | null };

async function list(query: Record<string, string>): Promise<Page> {
  const answer = await testApp.server.call("GET Clients/Campaigns/index", { as: "mer_1", query });
  expect(answer.status, answer.envelope.messages[0]).toBe(200);
  return answer.data;
}

const words = ["رمضان", "أحذية", "عُطور", "الشتاء", "Black Friday", "قهوة", "هدايا"];
const names = Array.from(
  { length: 620 },
  (_, nth) => `حملة ${words[(nth * 5) % 7]} ${words[nth % 3]} ${nth}${nth % 200 === 0 ? " نادرة" : ""}`,
);

async function seed(merchantId: string): Promise<void> {
  const rows = names.map((name, nth) => ({ nth: 1_000 + nth, name, folded: fold(name) }));
  await testApp.db.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given(nth int, name text, folded text)
    ), plans as (
      insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
      select ${merchantId}, ${merchantId} || '_plan_' || nth, name, 'sales', now(), now() from given
    ), campaigns as (
      insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, ad_account_id, landing_url,
        objective, bidding_strategy, starts_at, starts_at_once, daily_budget_halalas, status, created_at, updated_at)
      select ${merchantId} || '_' || nth, ${merchantId}, ${merchantId} || '_plan_' || nth, name, folded, 'snapchat', 'acc_1',
        'https://nakhla.example/', 'sales', 'auto_bid', now(), false, 5000, 'created', now(), now() from given
    )
    insert into campaigns.campaign_sync (id, platform)
    select ${merchantId} || '_' || nth, 'snapchat' from given`);
}

/** Each word is a part of the name, in the order given. */
function findByReading(search: string): string[] {
  const parts = fold(search).split(" ");
  const found = names.filter((name) => {
    let from = 0;
    for (const part of parts) {
      const at = fold(name).indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return true;
  });
  return found.reverse();
}

it("finds among many names what reading all of them finds, however it is written", async () => {
  await seed("mer_1");
  await seed("mer_2");
  const searches = [
    "نادره",
    "نَادِرة",
    "ادر",
    "٤١٧",
    "417",
    "41",
    "نا ر",
    "رمض حذ",
    "bLaCk 12",
    "5",
    "لا شيء",
    "ظظظ",
    "ظ",
    "%",
  ];
  for (const search of searches) {
    const found = findByReading(search);
    const page = await list({ search, size: "100" });
    expect(
      page.items.map(({ name }) => name),
      search,
    ).toEqual(found.slice(0, 100));
    expect(page.total, search).toBe(found.length);
    expect(page.total_at_least).toBe(false);
  }
});

it("sorts, sums and exports what the index finds", async () => {
  await seed("mer_1");
  const rare = findByReading("نادرة");
  for (const sort of ["name", "spend"]) {
    const page = await list({ search: "نادرة", sort, status: "created" });
    expect(page.items.map(({ name }) => name).sort()).toEqual([...rare].sort());
  }
  const answer = await testApp.server.call("GET Clients/Campaigns/totals", {
    as: "mer_1",
    query: { search: "نادرة" },
  });
  expect((answer.data as ListTotals).campaigns).toBe(rare.length);
});

it("counts what very many names have up to a limit, and still walks to the last of them", async () => {
  await seed("mer_1");
  const first = await list({ search: "حملة", size: "100" });
  expect(first).toMatchObject({ total: searchCountMax, total_at_least: true });
  expect(await list({ search: "حملة", size: "100", page: "6" })).toMatchObject({
    total: 601,
    total_at_least: true,
  });
  const last = await list({ search: "حملة", size: "100", page: "7" });
  expect(last).toMatchObject({ total_at_least: false, next: null });
  expect(last.items).toHaveLength(20);
});

it("asks the index for what few names have, and to count what some have", async () => {
  await seed("mer_1");
  await testApp.db.run(sql`analyze campaigns.campaigns`);
  const usesIndex = async (search: string) => {
    const { page, all } = await chooseSearched(testApp.ctx(), search);
    const plans = [];
    for (const source of [page, all]) plans.push(await testApp.db.many(sql`explain select * from ${source}`));
    return plans.map((plan) => JSON.stringify(plan).includes("campaigns_by_name_grams"));
  };
  expect(await usesIndex("نادرة")).toEqual([true, true]);
  expect(await usesIndex("قهوة")).toEqual([false, true]);
  expect(await usesIndex("حملة")).toEqual([false, false]);
  expect(await usesIndex("ظ")).toEqual([false, false]);
});

it.each([
  ["رمضان", ["رمض", "مضا", "ضان"]],
  ["أحذية ٥٠", ["احذ", "حذي", "ذيه", "50"]],
  ["ع", []],
  ["😀ab", ["😀ab"]],
])("cuts %s as the names are cut", (search, grams) => {
  expect(listGrams(search)).toEqual(grams);
});
