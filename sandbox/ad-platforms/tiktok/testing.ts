import { createHash } from "node:crypto";
import sharp from "sharp";
import { toRequestInit } from "../../testing/request-init.ts";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import type { Json } from "../shared/field-table.ts";
import { makeTiktok } from "./tiktok.ts";

export type Reply = { status: number; headers: Headers; code: number; message: string; data: Json };
type Tokens = Record<"access_token" | "advertiser_id" | "pixel_id" | "identity_id" | "identity_type", string>;

/** A running TikTok simulator with a signed-in identity. */
export interface Harness extends Tokens {
  sandbox: TestSandbox;
  /** Lists and objects of a query become JSON text. */
  get(path: string, query?: Json, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: Json | FormData): Promise<Reply>;
  call(
    method: string,
    path: string,
    body?: Json | FormData,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  stop(): Promise<void>;
}

export async function openHarness(
  identity = "noura",
  overrides: Json = {},
  { rateLimits = false } = {},
): Promise<Harness> {
  const sandbox = await openTestSandbox([makeTiktok], { rateLimits });
  const tokens = await sandbox.control<Tokens>("tokens", { vendor: "tiktok", identity, ...overrides });
  const call: Harness["call"] = async (method, path, body, headers = {}) => {
    const sent = toRequestInit(body, { "access-token": tokens.access_token, ...headers });
    const response = await fetch(`${sandbox.url}/tiktok/open_api/v1.3${path}`, { method, ...sent });
    const text = await response.text();
    const shape = text.startsWith("{") ? (JSON.parse(text) as Json) : { message: text };
    const { code = -1, message, data = {} } = shape as { code?: number; message: string; data?: Json };
    return { status: response.status, headers: response.headers, code, message, data };
  };
  const get: Harness["get"] = (path, query = {}, headers = {}) => {
    const entries = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
    return call("GET", `${path}?${new URLSearchParams(Object.fromEntries(entries))}`, undefined, headers);
  };
  return {
    ...tokens,
    sandbox,
    call,
    get,
    post: (path, body) => call("POST", path, body),
    stop: sandbox.close,
  };
}

export function picture(
  width = 720,
  height = 1_280,
  format: "png" | "jpeg" | "webp" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#fe2c55" } })
    .toFormat(format)
    .toBuffer();
}

export function imageForm(harness: Harness, bytes: Buffer, change: Record<string, string> = {}): FormData {
  const form = new FormData();
  const signature = createHash("md5").update(bytes).digest("hex");
  const fields = {
    advertiser_id: harness.advertiser_id,
    file_name: "perfume.png",
    image_signature: signature,
  };
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.set(name, value);
  form.set("image_file", new Blob([new Uint8Array(bytes)]), "perfume.png");
  return form;
}

export const aCampaign = (harness: Harness, change: Json = {}): Json => ({
  advertiser_id: harness.advertiser_id,
  campaign_name: "White Friday",
  objective_type: "TRAFFIC",
  budget_optimize_on: true,
  budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
  budget: 100,
  ...change,
});

export const anAdGroup = (harness: Harness, campaignId: string, change: Json = {}): Json => ({
  advertiser_id: harness.advertiser_id,
  campaign_id: campaignId,
  adgroup_name: "Riyadh women",
  promotion_type: "WEBSITE",
  placement_type: "PLACEMENT_TYPE_AUTOMATIC",
  location_ids: ["102358"],
  age_groups: ["AGE_18_24", "AGE_25_34"],
  gender: "GENDER_FEMALE",
  schedule_type: "SCHEDULE_FROM_NOW",
  schedule_start_time: "2026-11-21 08:00:00",
  optimization_goal: "CLICK",
  billing_event: "CPC",
  bid_type: "BID_TYPE_NO_BID",
  ...change,
});

export const aCreative = (harness: Harness, imageId: string, change: Json = {}): Json => ({
  ad_name: "Perfume ad",
  ad_format: "CAROUSEL_ADS",
  ad_text: "خصم نصف السعر",
  call_to_action: "SHOP_NOW",
  landing_page_url: "https://store.example/offer",
  identity_type: harness.identity_type,
  identity_id: harness.identity_id,
  image_ids: [imageId],
  music_id: "7016547803243022337",
  ...change,
});

export const anAd = (harness: Harness, adgroupId: string, creative: Json): Json => ({
  advertiser_id: harness.advertiser_id,
  adgroup_id: adgroupId,
  creatives: [creative],
});

/** The data of a call; fails when it was refused. */
export async function expectOk(answer: Promise<Reply>): Promise<Json> {
  const { code, message, data } = await answer;
  if (code !== 0) throw new Error(`refused: ${code} ${message}`);
  return data;
}

export async function makeImage(harness: Harness, name = "perfume.png"): Promise<string> {
  const form = imageForm(harness, await picture(), { file_name: name });
  return String((await expectOk(harness.post("/file/image/ad/upload/", form))).image_id);
}

export type Tree = { campaign: string; adgroup: string; ad: string; image: string };

/** A campaign with everything below it, enabled from the top down. */
export async function makeTree(
  harness: Harness,
  change: { campaign?: Json; adgroup?: Json; creative?: Json } = {},
): Promise<Tree> {
  const image = await makeImage(harness, `perfume-${Math.random()}.png`);
  const created = await expectOk(harness.post("/campaign/create/", aCampaign(harness, change.campaign)));
  const campaign = String(created.campaign_id);
  const group = anAdGroup(harness, campaign, change.adgroup);
  const adgroup = String((await expectOk(harness.post("/adgroup/create/", group))).adgroup_id);
  const creative = aCreative(harness, image, change.creative);
  const { ad_ids } = await expectOk(harness.post("/ad/create/", anAd(harness, adgroup, creative)));
  return { campaign, adgroup, ad: String((ad_ids as string[])[0]), image };
}

/** One object from its list, deleted or not; undefined when it is missing. */
export async function read(
  harness: Harness,
  level: "campaign" | "adgroup" | "ad",
  id: string,
): Promise<Json | undefined> {
  const filtering = { [`${level}_ids`]: [id], primary_status: "STATUS_ALL" };
  const { list } = await expectOk(
    harness.get(`/${level}/get/`, { advertiser_id: harness.advertiser_id, filtering }),
  );
  return (list as Json[])[0];
}
