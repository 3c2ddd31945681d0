import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import type { AdLicences } from "../contract/ad-licences.calls.ts";
import type { BulkPreview } from "../contract/bulk.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

type WithId = { id: string };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const act = (name: string, body?: object) => testApp.act(name, body);

/** A campaign on TikTok, where people see an ad's text, with one ad. */
async function aCampaign(ad: object): Promise<CampaignDetails & { ad: string; adGroup: string }> {
  const campaign = campaignBody({ platform: "tiktok", ad_account_id: "acc_tiktok" });
  const ads = [{ ...adBody(), brand_name: "نخلة", ...ad }];
  const created = await act("POST Clients/Campaigns/create", {
    ...campaign,
    ad_groups: [{ ...adGroupBody({ locations: [] }), ads }],
  });
  if (created.status !== 200) throw new Error(JSON.stringify(created.envelope));
  const data: CampaignDetails = created.data;
  const [group] = data.ad_groups;
  return { ...data, adGroup: group?.id ?? "", ad: group?.ads[0]?.id ?? "" };
}

async function addLicence(change: object = {}): Promise<string> {
  const body = { kind: "discount", number: "1447-20931", starts_on: "2026-11-21", ends_on: "2026-11-21" };
  const { data }: { data: AdLicences } = await act("POST Clients/AdLicences/create", { ...body, ...change });
  return data.items[0]?.id ?? "";
}

const getStatus = async (id: string) => {
  const { data }: { data: CampaignDetails } = await testApp.server.call(`GET Clients/Campaigns/${id}`, {
    as: "mer_1",
  });
  return data.status;
};
const discount = { text: "خصم ٣٠٪ على العجوة" };
const refused = (code = "campaigns.discount_licence_missing") => ({ status: 409, envelope: { code } });
const fieldsIn = (answer: { envelope: unknown }) =>
  Object.keys((answer.envelope as { fields?: object }).fields ?? {});

describe("a campaign whose ad speaks of a discount", () => {
  it("is created, and refused when it is started without a licence, at the ad's field and naming the words", async () => {
    const { id, ad } = await aCampaign(discount);
    const answer = await act(`POST Clients/Campaigns/${id}/start`);
    expect(answer).toMatchObject(refused());
    expect(answer.envelope.messages[0]).toContain("خصم");
    expect(fieldsIn(answer)).toEqual([`ads.${ad}.text`]);
    expect(await getStatus(id)).toBe("created");
    expect(testApp.wallet.held.get(id) ?? 0).toBe(0);
  });

  it.each([
    [{ kind: "prize_draw" }],
    [{ starts_on: "2026-11-22", ends_on: "2026-11-30" }],
    [{ starts_on: "2026-11-01", ends_on: "2026-11-20" }],
  ])("is not started under the licence %j", async (licence) => {
    await addLicence(licence);
    const { id } = await aCampaign(discount);
    expect(await act(`POST Clients/Campaigns/${id}/start`)).toMatchObject(refused());
  });

  it("starts under a licence that is valid today, which the audit log keeps", async () => {
    await addLicence({ number: "1447-1111", starts_on: "2026-11-01", ends_on: "2026-11-20" });
    const licence = await addLicence();
    const { id, ad } = await aCampaign(discount);
    expect((await act(`POST Clients/Campaigns/${id}/start`)).status).toBe(200);
    const [use] = await listAudit(testApp.ctx(), { module: "campaigns", subject: licence });
    expect(use).toMatchObject({
      action: "ad_licence.used",
      after: {
        campaign_id: id,
        kind: "discount",
        number: "1447-20931",
        ends_on: "2026-11-21",
        ads: [{ id: ad, field: "text", words: ["خصم"] }],
      },
    });
  });

  it("is not relaunched when the licence is gone", async () => {
    const licence = await addLicence();
    const { id, ad, adGroup } = await aCampaign(discount);
    await act(`POST Clients/Campaigns/${id}/start`);
    await act(`DELETE Clients/AdLicences/${licence}`);
    expect(await getStatus(id)).toBe("active");
    await act(`POST Clients/Campaigns/${id}/pause`);
    expect(await act(`POST Clients/Campaigns/${id}/relaunch`)).toMatchObject(refused());
    // Its only ad is not either; without it nothing of the ad group would run.
    expect((await act(`POST Clients/AdGroups/${adGroup}/pause`)).status).toBe(200);
    expect(await act(`POST Clients/AdGroups/${adGroup}/relaunch`)).toMatchObject(refused());
    expect((await act(`POST Clients/Ads/${ad}/pause`)).status).toBe(200);
    expect(await act(`POST Clients/Ads/${ad}/relaunch`)).toMatchObject(refused());
    expect((await act(`POST Clients/AdGroups/${adGroup}/relaunch`)).status).toBe(200);
  });

  it("is in a bulk start what it is alone, in the preview too", async () => {
    const { id } = await aCampaign(discount);
    const body = { action: "start", ids: [id] };
    const preview = async (): Promise<BulkPreview> =>
      (await act("POST Clients/Campaigns/bulk/preview", body)).data;
    expect((await preview()).items[0]?.problem).toContain("خصم");
    await addLicence();
    expect((await preview()).items[0]?.problem).toBeNull();
  });
});

it("an ad group starts with its ads, which need their licences", async () => {
  const { id } = await aCampaign({ text: "من مزارع القصيم" });
  await act(`POST Clients/Campaigns/${id}/start`);
  const { data: group }: { data: WithId } = await act("POST Clients/AdGroups/create", {
    ...adGroupBody({ locations: [] }),
    name: "جدة",
    campaign_id: id,
  });
  const created: { status: number; data: WithId } = await act("POST Clients/Ads/create", {
    ...adBody(),
    brand_name: "نخلة",
    ad_group_id: group.id,
    headline: "سحب على آيفون",
  });
  expect(created.status).toBe(200);
  const missing = refused("campaigns.prize_draw_licence_missing");
  expect(await act(`POST Clients/AdGroups/${group.id}/start`)).toMatchObject(missing);
  expect(await act(`POST Clients/Ads/${created.data.id}/start`)).toMatchObject(missing);
  await addLicence({ kind: "prize_draw" });
  expect((await act(`POST Clients/AdGroups/${group.id}/start`)).status).toBe(200);
});

describe("an edit of an ad", () => {
  const edit = (ad: string, change: object) =>
    act(`PUT Clients/Ads/${ad}`, { ...adBody(), brand_name: "نخلة", ...change });

  it("that runs is refused at the field of the words without a licence, and goes through with one", async () => {
    const { id, ad } = await aCampaign({ text: "من مزارع القصيم" });
    await act(`POST Clients/Campaigns/${id}/start`);
    const answer = await edit(ad, discount);
    expect(answer).toMatchObject(refused());
    expect(fieldsIn(answer)).toEqual(["text"]);
    await addLicence();
    expect((await edit(ad, discount)).status).toBe(200);
  });

  it("that does not run is saved: its start asks for the licence", async () => {
    const { id, ad } = await aCampaign({ text: "من مزارع القصيم" });
    expect((await edit(ad, discount)).status).toBe(200);
    expect(await act(`POST Clients/Campaigns/${id}/start`)).toMatchObject(refused());
  });

  it("is not taken back to words without a licence", async () => {
    const licence = await addLicence();
    const { id, ad } = await aCampaign(discount);
    await act(`POST Clients/Campaigns/${id}/start`);
    expect((await edit(ad, { text: "من مزارع القصيم" })).status).toBe(200);
    await act(`DELETE Clients/AdLicences/${licence}`);
    const changes: { data: { items: WithId[] } } = await testApp.server.call(
      `GET Clients/Campaigns/${id}/changes`,
      { as: "mer_1" },
    );
    const undo = `POST Clients/Campaigns/${id}/changes/${changes.data.items[0]?.id}/undo`;
    expect(await act(undo)).toMatchObject(refused());
  });

  it("that leaves its words alone needs no licence for them", async () => {
    const licence = await addLicence();
    const { id, ad } = await aCampaign(discount);
    await act(`POST Clients/Campaigns/${id}/start`);
    await act(`DELETE Clients/AdLicences/${licence}`);
    expect((await edit(ad, { ...discount, call_to_action: "learn_more" })).status).toBe(200);
    expect(await edit(ad, { text: "خصم ٤٠٪ على العجوة" })).toMatchObject(refused());
  });

  it("with a claim that the law advises against goes out, and the decision is recorded with the words", async () => {
    const { id, ad } = await aCampaign({ text: "نتائج مضمونة" });
    expect((await act(`POST Clients/Campaigns/${id}/start`)).status).toBe(200);
    expect((await edit(ad, { text: "الأفضل في المملكة" })).status).toBe(200);
    const findDecision = async (subject: string) =>
      (await listAudit(testApp.ctx(), { module: "campaigns", subject })).map(({ action, after }) => ({
        action,
        after,
      }));
    const action = "ad_law.advice_passed_over";
    const ads = (words: string) => [{ id: ad, field: "text", words: [words] }];
    expect(await findDecision("guarantee")).toEqual([
      { action, after: { campaign_id: id, ads: ads("نتائج مضمونة") } },
    ]);
    expect(await findDecision("superlative")).toEqual([
      { action, after: { campaign_id: id, ads: ads("الأفضل في") } },
    ]);
  });
});

it("a text that its platform does not show needs no licence", async () => {
  const campaign = await testApp.aCampaign();
  const [group] = campaign.ad_groups;
  await act(`PUT Clients/Ads/${group?.ads[0]?.id}`, { ...adBody(), ...discount });
  expect((await act(`POST Clients/Campaigns/${campaign.id}/start`)).status).toBe(200);
});
