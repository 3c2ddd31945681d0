import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { pauseForMoney } from "./stop-campaign.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

type Page = { items: CampaignRow[]; page: number; size: number; total: number; next: string | null };

async function list(query: Record<string, string> = {}): Promise<Page> {
  const answer = await testApp.server.call("GET Clients/Campaigns/index", { as: "mer_1", query });
  expect(answer.status, answer.envelope.messages[0]).toBe(200);
  return answer.data;
}

async function named(names: string[]) {
  for (const [index, name] of names.entries()) {
    const input = { name, daily_budget_halalas: 20_00 + (index % 3) * 10_00 };
    const { status } = await testApp.act("POST Clients/Campaigns/create", {
      ...campaignBody(input),
      ad_group: null,
    });
    expect(status).toBe(200);
  }
}

it.each(
  ["created", "name", "start", "budget"].flatMap((sort) => [
    [sort, "asc"],
    [sort, "desc"],
  ]),
)(
  "walking by %s %s shows every campaign once, by cursor and by page number alike",
  async (sort = "", order = "") => {
    await named(["تمر", "عود", "أحذية", "بخور", "احتفال", "زعفران", "قهوة"]);
    const whole = (await list({ sort, order, size: "100" })).items.map(({ id }) => id);
    expect(new Set(whole).size).toBe(7);

    const byCursor: string[] = [];
    const byNumber: string[] = [];
    let after: string | null = null;
    for (let page = 1; page <= 3; page += 1) {
      const at: Page = await list({
        sort,
        order,
        size: "3",
        page: String(page),
        ...(after ? { after } : {}),
      });
      byCursor.push(...at.items.map(({ id }) => id));
      byNumber.push(
        ...(await list({ sort, order, size: "3", page: String(page) })).items.map(({ id }) => id),
      );
      after = at.next;
    }
    expect(byCursor).toEqual(whole);
    expect(byNumber).toEqual(whole);
    expect(after).toBeNull();
  },
);

it("finds a name however its letters are spelled", async () => {
  await named(["أحذية الشتاء", "عطور", "50% على القهوة"]);
  expect((await list({ search: "احذيه" })).items.map(({ name }) => name)).toEqual(["أحذية الشتاء"]);
  expect((await list({ search: "٥٠%" })).total).toBe(1);
  expect((await list({ search: "%" })).total).toBe(1);
});

it("keeps its total by status and sync up to date as campaigns change", async () => {
  const { id } = await testApp.aCampaign();
  await named(["أخرى"]);
  expect((await list()).total).toBe(2);
  await testApp.act(`POST Clients/Campaigns/${id}/start`);
  expect((await list({ status: "active", sync: "pending" })).total).toBe(1);
  await testApp.act(`DELETE Clients/Campaigns/${id}`);
  expect((await list()).total).toBe(1);
  expect((await list({ status: "deleted" })).items.map((row) => row.id)).toEqual([id]);
});

it("ignores a cursor that is not ours", async () => {
  await named(["تمر"]);
  for (const after of ["x", "WzEsMl0", Buffer.from('["infinity","x"]').toString("base64url")])
    expect((await list({ after, sort: "start" })).total).toBe(1);
});

it("lists what was paused because money ended, apart from what the merchant paused", async () => {
  const first = await testApp.aCampaign({ name: "تمر" });
  const second = await testApp.aCampaign({ name: "عود" });
  for (const { id } of [first, second]) await testApp.act(`POST Clients/Campaigns/${id}/start`);
  await testApp.act(`POST Clients/Campaigns/${second.id}/pause`);
  await transact(testApp.ctx(), pauseForMoney(testApp.deps));
  const page = await list({ status: "paused", status_reason: "money" });
  expect(page).toMatchObject({ total: 1, items: [{ id: first.id, status_reason: "money" }] });
});
