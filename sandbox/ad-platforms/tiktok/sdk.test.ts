import { createHash } from "node:crypto";
import {
  AccountManagementApi,
  AdApi,
  AdgroupApi,
  ApiClient,
  AuthenticationApi,
  CampaignCreationApi,
  CreativeManagementApi,
  FileApi,
  IdentityApi,
  MeasurementApi,
  ReportingApi,
  ToolApi,
} from "tiktok-business-api-sdk-official";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aVideo } from "../shared/testing/video.ts";
import { aSmartAd, aSmartCampaign, aSmartGroup } from "./smart-plus-testing.ts";
import {
  aCampaign,
  aCreative,
  anAd,
  anAdGroup,
  type Harness,
  makeImage,
  openHarness,
  picture,
} from "./testing.ts";
import { APP } from "./tokens.ts";

/** The vendor's own SDK works with the simulator for every call the product uses; only its base address differs. */
let harness: Harness;
let client: ApiClient;
beforeEach(async () => {
  harness = await openHarness();
  client = new ApiClient();
  client.basePath = `${harness.sandbox.url}/tiktok`;
});
afterEach(() => harness.stop());

type Done = (error: unknown, data: { data: Json; request_id: string }) => void;

/** The response of one SDK call. */
function callSdk(call: (done: Done) => void): Promise<Json> {
  return new Promise((resolve, reject) =>
    call((error, answer) => (error ? reject(error) : resolve(answer.data))),
  );
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

test("the SDK exchanges a code for a token, and finds the accounts and what belongs to them", async () => {
  const query = new URLSearchParams({ app_id: APP.id, state: "s", redirect_uri: "http://localhost:1/back" });
  const consent = await fetch(`${client.basePath}/portal/auth?${query}`, {
    method: "POST",
    body: new URLSearchParams({ decision: "allow", choice: "noura" }),
    redirect: "manual",
  });
  const auth_code = new URL(consent.headers.get("location") ?? "").searchParams.get("auth_code");
  const auth = new AuthenticationApi(client);
  const body = { app_id: APP.id, secret: APP.secret, auth_code };
  const { access_token, advertiser_ids } = await callSdk((done) => auth.oauth2AccessToken({ body }, done));
  const token = String(access_token);
  const [advertiserId = ""] = advertiser_ids as string[];

  const listed = await callSdk((done) => auth.oauth2AdvertiserGet(APP.id, APP.secret, token, done));
  expect((listed.list as Json[]).map((each) => each.advertiser_id)).toEqual(advertiser_ids);
  const accounts = new AccountManagementApi(client);
  const info = await callSdk((done) => accounts.advertiserInfo([advertiserId], token, {}, done));
  expect((info.list as Json[])[0]).toMatchObject({ currency: "SAR", timezone: "Asia/Riyadh" });
  const identities = new IdentityApi(client);
  const shown = await callSdk((done) =>
    identities.identityGet(advertiserId, token, { page_size: 100 }, done),
  );
  expect(shown.identity_list).toHaveLength(2);
  const pixels = new MeasurementApi(client);
  const found = await callSdk((done) => pixels.pixelList(advertiserId, token, {}, done));
  expect((found.pixels as Json[])[0]?.pixel_id).toBe(harness.pixel_id);
  const tool = new ToolApi(client);
  const places = { level_range: "TO_COUNTRY" };
  const world = await callSdk((done) =>
    tool.toolRegion(advertiserId, ["PLACEMENT_TIKTOK"], "TRAFFIC", token, places, done),
  );
  expect((world.region_info as Json[]).map((each) => each.region_code)).toContain("SA");
});

test("the SDK uploads, and creates, updates, pauses and reads all three levels", async () => {
  const { access_token: token, advertiser_id } = harness;
  const [files, campaigns, groups, ads] = [
    new FileApi(client),
    new CampaignCreationApi(client),
    new AdgroupApi(client),
    new AdApi(client),
  ];
  const bytes = await picture();
  const image = { advertiser_id, file_name: "a.png", image_file: bytes, image_signature: md5(bytes) };
  const { image_id } = await callSdk((done) => files.adImageUpload(token, image, done));
  const info = await callSdk((done) => files.fileImageAdInfo(advertiser_id, [String(image_id)], token, done));
  expect((info.list as Json[])[0]?.image_id).toBe(image_id);
  const videoFile = aVideo({ width: 720, height: 1_280, seconds: 9 });
  const video = {
    advertiser_id,
    file_name: "a.mp4",
    video_file: videoFile,
    video_signature: md5(videoFile),
    flaw_detect: false,
  };
  const uploaded = await callSdk((done) => files.adVideoUpload(token, video, done));
  expect((uploaded as unknown as Json[])[0]).toMatchObject({ duration: 9 });

  const { campaign_id } = await callSdk((done) =>
    campaigns.campaignCreate(token, { body: aCampaign(harness) }, done),
  );
  const change = { advertiser_id, campaign_id, budget: 120 };
  expect(await callSdk((done) => campaigns.campaignUpdate(token, { body: change }, done))).toMatchObject({
    budget: 120,
  });
  const group = anAdGroup(harness, String(campaign_id));
  const { adgroup_id } = await callSdk((done) => groups.adgroupCreate(token, { body: group }, done));
  const groupUpdate = { advertiser_id, adgroup_id, age_groups: ["AGE_35_44"] };
  await callSdk((done) => groups.adgroupUpdate(token, { body: groupUpdate }, done));
  const creative = aCreative(harness, String(image_id));
  const created = await callSdk((done) =>
    ads.adCreate(token, { body: anAd(harness, String(adgroup_id), creative) }, done),
  );
  const [ad_id = ""] = created.ad_ids as string[];
  const update = { advertiser_id, adgroup_id, patch_update: true, creatives: [{ ad_id, ad_text: "نص آخر" }] };
  await callSdk((done) => ads.adUpdate(token, { body: update }, done));

  const off = { advertiser_id, operation_status: "DISABLE" };
  await callSdk((done) => ads.adStatusUpdate(token, { body: { ...off, ad_ids: [ad_id] } }, done));
  await callSdk((done) =>
    groups.adgroupStatusUpdate(token, { body: { ...off, adgroup_ids: [adgroup_id] } }, done),
  );
  await callSdk((done) =>
    campaigns.campaignStatusUpdate(token, { body: { ...off, campaign_ids: [campaign_id] } }, done),
  );
  const filtering = { campaign_ids: [campaign_id] };
  const read = { filtering, fields: ["operation_status"], page: 1, page_size: 100 };
  for (const list of [
    await callSdk((done) => campaigns.campaignGet(advertiser_id, token, read, done)),
    await callSdk((done) => groups.adgroupGet(advertiser_id, token, read, done)),
    await callSdk((done) => ads.adGet(advertiser_id, token, read, done)),
  ])
    expect(list.list).toEqual([{ operation_status: "DISABLE" }]);
});

test("the SDK creates, updates, pauses, reads and gets reviews of all three levels of Upgraded Smart+", async () => {
  const { access_token: token, advertiser_id } = harness;
  const campaigns = new CampaignCreationApi(client);
  const groups = new AdgroupApi(client);
  const ads = new AdApi(client);
  const portfolios = new CreativeManagementApi(client);
  const image = await makeImage(harness);
  const portfolio_content = [{ asset_content: "Shop now", asset_ids: ["201781"] }];
  const { creative_portfolio_id } = await callSdk((done) =>
    portfolios.creativePortfolioCreate(
      token,
      { body: { advertiser_id, creative_portfolio_type: "CTA", portfolio_content } },
      done,
    ),
  );
  const portfolio = String(creative_portfolio_id);
  expect(
    await callSdk((done) => portfolios.creativePortfolioGet(advertiser_id, portfolio, token, done)),
  ).toMatchObject({ creative_portfolio_type: "CTA", portfolio_content });

  const { campaign_id } = await callSdk((done) =>
    campaigns.smartPlusCampaignCreate(token, { body: aSmartCampaign(harness) }, done),
  );
  const group = aSmartGroup(harness, String(campaign_id));
  const { adgroup_id } = await callSdk((done) => groups.smartPlusAdgroupCreate(token, { body: group }, done));
  const body = aSmartAd(harness, String(adgroup_id), { image, portfolio });
  const { smart_plus_ad_id } = await callSdk((done) => ads.smartPlusAdCreate(token, { body }, done));
  const adId = String(smart_plus_ad_id);

  const budget = { advertiser_id, campaign_id, budget: 120 };
  await callSdk((done) => campaigns.smartPlusCampaignUpdate(token, { body: budget }, done));
  const renamed = { advertiser_id, adgroup_id, adgroup_name: "Jeddah women" };
  await callSdk((done) => groups.smartPlusAdgroupUpdate(token, { body: renamed }, done));
  const adChange = { advertiser_id, smart_plus_ad_id, ad_text_list: [{ ad_text: "آخر يوم" }] };
  await callSdk((done) => ads.smartPlusAdUpdate(token, { body: adChange }, done));

  const off = { advertiser_id, operation_status: "DISABLE" };
  const adOff = { ...off, smart_plus_ad_ids: [adId] };
  await callSdk((done) => ads.smartPlusAdStatusUpdate(token, { body: adOff }, done));
  const groupOff = { ...off, adgroup_ids: [adgroup_id] };
  await callSdk((done) => groups.smartPlusAdgroupStatusUpdate(token, { body: groupOff }, done));
  const campaignOff = { ...off, campaign_ids: [campaign_id] };
  await callSdk((done) => campaigns.smartPlusCampaignStatusUpdate(token, { body: campaignOff }, done));

  const read = { filtering: { campaign_ids: [campaign_id] }, fields: ["operation_status"] };
  for (const list of [
    await callSdk((done) => campaigns.smartPlusCampaignGet(advertiser_id, token, read, done)),
    await callSdk((done) => groups.smartPlusAdgroupGet(advertiser_id, token, read, done)),
    await callSdk((done) => ads.smartPlusAdGet(advertiser_id, token, read, done)),
  ])
    expect(list.list).toEqual([{ operation_status: "DISABLE" }]);
  const reviewInfo = await callSdk((done) =>
    ads.smartPlusAdReviewInfo(advertiser_id, [adId], token, {}, done),
  );
  expect(reviewInfo.smart_plus_ad_review_infos).toEqual([
    expect.objectContaining({ smart_plus_ad_id: adId, review_status: "ALL_AVAILABLE" }),
  ]);
});

test("the SDK reads reports, runs one asynchronously, and throws TikTok's refusals", async () => {
  const { access_token: token, advertiser_id } = harness;
  const reports = new ReportingApi(client);
  const reportQuery = {
    advertiser_id,
    service_type: "AUCTION",
    data_level: "AUCTION_AD",
    dimensions: ["ad_id", "stat_time_hour"],
    metrics: ["spend", "impressions"],
    start_date: "2026-11-21",
    end_date: "2026-11-21",
    filtering: [{ field_name: "ad_status", filter_type: "IN", filter_value: '["STATUS_ALL"]' }],
    page: 1,
    page_size: 1_000,
  };
  const report = await callSdk((done) => reports.reportIntegratedGet("BASIC", token, reportQuery, done));
  expect(report).toMatchObject({ list: [], page_info: { total_number: 0 } });
  const {
    page: _page,
    page_size: _size,
    ...task
  } = { ...reportQuery, report_type: "BASIC", output_format: "CSV_STRING" };
  const { task_id } = await callSdk((done) => reports.reportTaskCreate(token, { body: task }, done));
  const state = await callSdk((done) => reports.reportTaskCheck(String(task_id), advertiser_id, token, done));
  expect(state.status).toBe("PROCESSING");
  const tooLong = { ...reportQuery, end_date: "2026-11-22" };
  const refused = callSdk((done) => reports.reportIntegratedGet("BASIC", token, tooLong, done));
  await expect(refused).rejects.toThrow("cannot exceed 1 days");
});
