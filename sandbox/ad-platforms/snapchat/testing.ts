import sharp from "sharp";
import { toRequestInit } from "../../testing/request-init.ts";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import type { Json } from "../shared/field-table.ts";
import { makeSnapchat } from "./snapchat.ts";

type Reply = { status: number; headers: Headers; body: Json };
type Tokens = Record<
  "access_token" | "ad_account_id" | "organization_id" | "profile_id" | "pixel_id",
  string
>;

/** A running Snapchat simulator with a signed-in identity. */
export interface Harness extends Tokens {
  sandbox: TestSandbox;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Sends one object and returns it, or the reason of its refusal. */
  send(
    method: "POST" | "PUT",
    path: string,
    kind: string,
    item: Json,
  ): Promise<{ object?: Json; reason?: string }>;
  upload(mediaId: string, bytes: Buffer, name?: string): Promise<Reply>;
  stop(): Promise<void>;
}

const SINGULAR: Record<string, string> = {
  campaigns: "campaign",
  adsquads: "adsquad",
  ads: "ad",
  creatives: "creative",
  media: "media",
};

export async function openHarness(identity = "noura", { rateLimits = false } = {}): Promise<Harness> {
  const sandbox = await openTestSandbox([makeSnapchat], { rateLimits });
  const tokens = await sandbox.control<Tokens>("tokens", { vendor: "snapchat", identity });
  const call: Harness["call"] = async (method, path, body, headers = {}) => {
    const sent = toRequestInit(body, { authorization: `Bearer ${tokens.access_token}`, ...headers });
    const response = await fetch(`${sandbox.url}/snapchat/v1${path}`, { method, ...sent });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
  };
  return {
    ...tokens,
    sandbox,
    call,
    async send(method, path, kind, item) {
      const { status, body } = await call(method, path, { [kind]: [item] });
      if (status !== 200) return { reason: String(body.debug_message) };
      const [entry] = body[kind] as Json[];
      return entry?.sub_request_status === "SUCCESS"
        ? { object: entry[SINGULAR[kind] ?? ""] as Json }
        : { reason: String(entry?.sub_request_error_reason) };
    },
    upload(mediaId, bytes, name = "picture.png") {
      const form = new FormData();
      form.set("file", new Blob([new Uint8Array(bytes)]), name);
      return call("POST", `/media/${mediaId}/upload`, form);
    },
    stop: sandbox.close,
  };
}

export function picture(
  width = 1080,
  height = 1920,
  format: "png" | "jpeg" | "webp" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#17624b" } })
    .toFormat(format)
    .toBuffer();
}

export const aCampaign = (harness: Harness, change: Json = {}): Json => ({
  ad_account_id: harness.ad_account_id,
  name: "White Friday",
  status: "ACTIVE",
  start_time: "2026-11-20T00:00:00.000+03:00",
  objective_v2_properties: { objective_v2_type: "SALES" },
  ...change,
});

export const anAdSquad = (campaignId: string, change: Json = {}): Json => ({
  campaign_id: campaignId,
  name: "Riyadh women",
  status: "ACTIVE",
  type: "SNAP_ADS",
  billing_event: "IMPRESSION",
  optimization_goal: "SWIPES",
  bid_strategy: "AUTO_BID",
  delivery_constraint: "DAILY_BUDGET",
  daily_budget_micro: 50_000_000,
  placement_v2: { config: "AUTOMATIC" },
  targeting: { geos: [{ country_code: "sa" }] },
  ...change,
});

export const aCreative = (harness: Harness, mediaId: string, change: Json = {}): Json => ({
  ad_account_id: harness.ad_account_id,
  name: "Perfume",
  type: "WEB_VIEW",
  headline: "خصم نصف السعر",
  brand_name: "Noura",
  call_to_action: "SHOP_NOW",
  top_snap_media_id: mediaId,
  profile_properties: { profile_id: harness.profile_id },
  web_view_properties: { url: "https://store.example/offer" },
  ...change,
});

export const anAd = (squadId: string, creativeId: string, change: Json = {}): Json => ({
  ad_squad_id: squadId,
  creative_id: creativeId,
  name: "Perfume ad",
  type: "REMOTE_WEBPAGE",
  status: "ACTIVE",
  ...change,
});

/** The id of an object; fails when it was refused. */
export function requireId(created: { object?: Json; reason?: string }): string {
  if (!created.object) throw new Error(`refused: ${created.reason}`);
  return String(created.object.id);
}

export async function makeMedia(harness: Harness): Promise<string> {
  const item = { ad_account_id: harness.ad_account_id, name: "picture", type: "IMAGE" };
  const id = requireId(
    await harness.send("POST", `/adaccounts/${harness.ad_account_id}/media`, "media", item),
  );
  const uploaded = await harness.upload(id, await picture());
  if (uploaded.status !== 200) throw new Error(String(uploaded.body.debug_message));
  return id;
}

export type Tree = { campaign: string; squad: string; creative: string; ad: string; media: string };

/** A campaign with everything below it, active from the top down. */
export async function makeTree(
  harness: Harness,
  change: { campaign?: Json; squad?: Json; creative?: Json; ad?: Json } = {},
): Promise<Tree> {
  const account = `/adaccounts/${harness.ad_account_id}`;
  const media = await makeMedia(harness);
  const campaign = requireId(
    await harness.send("POST", `${account}/campaigns`, "campaigns", aCampaign(harness, change.campaign)),
  );
  const squad = requireId(
    await harness.send(
      "POST",
      `/campaigns/${campaign}/adsquads`,
      "adsquads",
      anAdSquad(campaign, change.squad),
    ),
  );
  const creative = requireId(
    await harness.send(
      "POST",
      `${account}/creatives`,
      "creatives",
      aCreative(harness, media, change.creative),
    ),
  );
  const ad = requireId(
    await harness.send("POST", `/adsquads/${squad}/ads`, "ads", anAd(squad, creative, change.ad)),
  );
  return { campaign, squad, creative, ad, media };
}

/** Reads one object back. */
export async function read(harness: Harness, kind: string, id: string): Promise<Json> {
  const { body } = await harness.call("GET", `/${kind}/${id}`);
  const [entry] = body[kind] as Json[];
  return entry?.[SINGULAR[kind] ?? ""] as Json;
}
