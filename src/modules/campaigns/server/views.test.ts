import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { savedViewsMax } from "../contract/enums.ts";
import type { SavedView } from "../contract/list.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const save = (name: string, state: object = {}, as = "mer_1") =>
  testApp.act("POST Clients/CampaignViews/create", { name, state }, as);
const list = async (as = "mer_1") =>
  (await testApp.server.call("GET Clients/CampaignViews/index", { as })).data as {
    all: number;
    active: number;
    needs_decision: number;
    items: SavedView[];
  };

it("a saved view is found again with the number of campaigns it finds now", async () => {
  const first = await testApp.aCampaign({ name: "الجمعة البيضاء" });
  await testApp.aCampaign({ name: "العيد" });
  await testApp.act(`POST Clients/Campaigns/${first.id}/start`);
  const state = { search: "الجمعه", sort: "roas_delivered", period: "last_30", columns: ["spend"] };
  await save("الجمعة البيضاء", state);
  expect(await list()).toMatchObject({
    all: 2,
    active: 1,
    needs_decision: 0,
    items: [{ name: "الجمعة البيضاء", state, campaigns: 1 }],
  });
  expect((await list("mer_2")).items).toEqual([]);
});

it("a member's views have different names, however they are spelled, and there are at most so many", async () => {
  expect((await save("أحذية")).status).toBe(200);
  expect((await save("احذيه")).envelope).toMatchObject({ code: "campaigns.view_name_used" });
  for (let number = 1; number < savedViewsMax; number += 1)
    expect((await save(`عرض ${number}`)).status).toBe(200);
  expect((await save("واحد زائد")).envelope).toMatchObject({ code: "campaigns.views_too_many" });
});

it("a view is renamed, takes another look, and goes; another merchant's is not found", async () => {
  const { data } = await save("قديم");
  const at = `Clients/CampaignViews/${(data as SavedView).id}`;
  expect((await testApp.act(`PUT ${at}`, { name: "جديد", state: {} }, "mer_2")).status).toBe(404);
  await testApp.act(`PUT ${at}`, { name: "جديد", state: { status: "paused" } });
  expect((await list()).items).toMatchObject([{ name: "جديد", state: { status: "paused" } }]);
  expect((await testApp.act(`DELETE ${at}`, undefined, "mer_2")).status).toBe(404);
  expect((await testApp.act(`DELETE ${at}`)).status).toBe(200);
  expect((await list()).items).toEqual([]);
});

it("a name is required", async () => {
  expect((await save(" ")).status).toBe(400);
});
