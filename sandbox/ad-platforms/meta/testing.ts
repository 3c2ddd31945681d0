import sharp from "sharp";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import type { Json } from "../shared/field-table.ts";
import { makeMeta } from "./meta.ts";

export type Reply = { status: number; headers: Headers; body: Json };
type Ready = Record<
  "access_token" | "ad_account_id" | "page_id" | "instagram_user_id" | "pixel_id" | "user_id",
  string
>;

/** A running Meta simulator with a signed-in identity. */
export interface Harness extends Ready {
  sandbox: TestSandbox;
  call(method: string, path: string, params?: Json | FormData, token?: string): Promise<Reply>;
  get(path: string, params?: Record<string, string>): Promise<Json>;
  /** Creates an object on an edge of the ad account and returns its id; fails when it is refused. */
  make(edge: string, params: Json): Promise<string>;
  /** Code, subcode and message of a refusal. */
  refusal(
    method: string,
    path: string,
    params?: Json,
  ): Promise<{ code: number; subcode?: number; text: string }>;
  step(span: string): Promise<void>;
  stop(): Promise<void>;
}

export const V = "/v26.0";

export async function openHarness(input: Json = {}): Promise<Harness> {
  const sandbox = await openTestSandbox([makeMeta]);
  const ready = await sandbox.control<Ready>("tokens", { vendor: "meta", ...input });
  const call: Harness["call"] = async (method, path, params, token = ready.access_token) => {
    const query =
      method === "GET" && params ? `?${new URLSearchParams(params as Record<string, string>)}` : "";
    const sent = params instanceof FormData ? params : JSON.stringify(params);
    const response = await fetch(`${sandbox.url}/meta${V}${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(params instanceof FormData || method === "GET" ? {} : { "content-type": "application/json" }),
      },
      ...(params && method !== "GET" ? { body: sent } : {}),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
  };
  return {
    ...ready,
    sandbox,
    call,
    async get(path, params) {
      const { status, body } = await call("GET", path, params);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    async make(edge, params) {
      const { status, body } = await call("POST", `/act_${ready.ad_account_id}/${edge}`, params);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return String(body.id);
    },
    async refusal(method, path, params) {
      const { body } = await call(method, path, params);
      const error = body.error as Record<string, unknown> | undefined;
      if (!error) throw new Error(`not refused: ${JSON.stringify(body)}`);
      const subcode = error.error_subcode === undefined ? {} : { subcode: Number(error.error_subcode) };
      return { code: Number(error.code), ...subcode, text: String(error.message) };
    },
    step: async (span) => void (await sandbox.control("clock", { step: span })),
    stop: sandbox.close,
  };
}

export const aCampaign = (change: Json = {}): Json => ({
  name: "White Friday",
  objective: "OUTCOME_TRAFFIC",
  status: "PAUSED",
  special_ad_categories: [],
  daily_budget: 15_000,
  bid_strategy: "LOWEST_COST_WITHOUT_CAP",
  ...change,
});

export const anAdSet = (campaignId: string, change: Json = {}): Json => ({
  name: "Riyadh women",
  campaign_id: campaignId,
  status: "PAUSED",
  billing_event: "IMPRESSIONS",
  optimization_goal: "LINK_CLICKS",
  start_time: "2026-11-20T00:00:00+0300",
  targeting: {
    age_min: 25,
    age_max: 44,
    genders: [2],
    geo_locations: {
      custom_locations: [{ latitude: 24.7136, longitude: 46.6753, radius: 20, distance_unit: "kilometer" }],
    },
    targeting_automation: { advantage_audience: 0 },
  },
  ...change,
});

export const aCreative = (harness: Harness, hash: string, link: Json = {}, change: Json = {}): Json => ({
  name: "Perfume",
  object_story_spec: {
    page_id: harness.page_id,
    instagram_user_id: harness.instagram_user_id,
    link_data: {
      link: "https://store.example/offer",
      message: "وصل حديثًا",
      name: "خصم نصف السعر",
      image_hash: hash,
      call_to_action: { type: "SHOP_NOW", value: { link: "https://store.example/offer" } },
      ...link,
    },
  },
  ...change,
});

export function picture(width = 1_080, height = 1_080): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
}

/** The hash of an image uploaded into the account. */
export async function makeImage(harness: Harness): Promise<string> {
  const bytes = (await picture()).toString("base64");
  const { body } = await harness.call("POST", `/act_${harness.ad_account_id}/adimages`, { bytes });
  return (body.images as { bytes: { hash: string } }).bytes.hash;
}

export type Tree = { campaign: string; adSet: string; creative: string; ad: string; hash: string };

/** A campaign with everything below it, active from the top down. */
export async function makeTree(
  harness: Harness,
  change: { campaign?: Json; adSet?: Json; link?: Json; ad?: Json } = {},
): Promise<Tree> {
  const active = { status: "ACTIVE" };
  const hash = await makeImage(harness);
  const campaign = await harness.make("campaigns", aCampaign({ ...active, ...change.campaign }));
  const adSet = await harness.make("adsets", anAdSet(campaign, { ...active, ...change.adSet }));
  const creative = await harness.make("adcreatives", aCreative(harness, hash, change.link));
  const ad = await harness.make("ads", {
    name: "Perfume ad",
    adset_id: adSet,
    creative: { creative_id: creative },
    ...active,
    ...change.ad,
  });
  return { campaign, adSet, creative, ad, hash };
}
