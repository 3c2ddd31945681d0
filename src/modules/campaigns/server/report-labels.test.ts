import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "#base/testing/context.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { listAdLabels, listCampaignLabels } from "./report-labels.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const own = (merchantId = "mer_1") => testContext(testApp.db, merchantId);
const create = async (name: string, input: object = {}): Promise<CampaignDetails> => {
  const { data } = await testApp.act("POST Clients/Campaigns/create", {
    ...campaignBody({ name, ...input }),
    ad_groups: [{ ...adGroupBody({ name: "الرياض" }), ads: [adBody({ name: "صورة" })] }],
  });
  return data;
};

describe("what reports are narrowed by and named with", () => {
  it("is each of the merchant's campaigns, by ids, platform, store, status and objective", async () => {
    const { id: first } = await create("تمور");
    const { id: second } = await create("قهوة", { store_id: "sto_2", objective: "traffic" });
    const find = async (filter: Parameters<typeof listCampaignLabels>[1], merchantId?: string) =>
      (await listCampaignLabels(own(merchantId), filter)).map(({ id }) => id);
    expect(await find({})).toEqual([first, second].sort());
    expect(await find({ ids: [second] })).toEqual([second]);
    expect(
      await find({ store_id: "sto_2", objective: "traffic", status: "created", platform: "snapchat" }),
    ).toEqual([second]);
    expect(await find({ platform: "meta" })).toEqual([]);
    expect(await find({}, "mer_2")).toEqual([]);
  });

  it("is each ad with its ad group, and none of another merchant's", async () => {
    const { ad_groups } = await create("تمور");
    const [group] = ad_groups;
    const id = group?.ads[0]?.id ?? "";
    expect(await listAdLabels(own(), [id])).toEqual([
      { id, name: "صورة", ad_group_id: group?.id, ad_group_name: "الرياض" },
    ]);
    expect(await listAdLabels(own("mer_2"), [id])).toEqual([]);
  });
});
