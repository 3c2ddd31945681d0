import sharp from "sharp";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import type { Json } from "../shared/field-table.ts";
import { APP } from "./facts.ts";
import { computeSignature, percentEncode, signatureBase } from "./signature.ts";
import { makeX } from "./x.ts";

export type Reply = { status: number; headers: Headers; body: Json; text: string };
type Ready = Record<
  | "oauth_token"
  | "oauth_token_secret"
  | "user_id"
  | "account_id"
  | "funding_instrument_id"
  | "promotable_user_id"
  | "web_event_tag_id",
  string
>;
type Sent = {
  query?: Record<string, string>;
  form?: Record<string, string>;
  json?: unknown;
  body?: FormData;
};

/** A running X simulator with a signed-in identity. */
export interface Harness extends Ready {
  sandbox: TestSandbox;
  /** A signed call to the Ads API; the path after its version, with `:a` for the person's first account. */
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** As above, for a call that must succeed: returns its data. */
  callOk(method: string, path: string, sent?: Sent): Promise<Json>;
  /** The same on api.x.com. */
  api(method: string, path: string, sent?: Sent): Promise<Reply>;
  stop(): Promise<void>;
}

export async function openHarness(identity = "noura"): Promise<Harness> {
  const sandbox = await openTestSandbox([makeX]);
  const ready = await sandbox.control<Ready>("tokens", { vendor: "x", identity });
  const token = { id: ready.oauth_token, secret: ready.oauth_token_secret };
  const call: Harness["call"] = (method, path, sent = {}) =>
    signedCall(token, method, `${sandbox.url}/x-ads/12${path.replace("/:a", `/${ready.account_id}`)}`, sent);
  return {
    ...ready,
    sandbox,
    call,
    async callOk(method, path, sent) {
      const { status, body } = await call(method, path, sent);
      if (status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body.errors)}`);
      return body.data as Json;
    },
    api: (method, path, sent = {}) => signedCall(token, method, `${sandbox.url}/x${path}`, sent),
    stop: sandbox.close,
  };
}

export async function signedCall(
  token: { id: string; secret: string } | null,
  method: string,
  address: string,
  { query = {}, form, json, body }: Sent = {},
  change: Record<string, string> = {},
): Promise<Reply> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const sent = form ? new URLSearchParams(form) : json === undefined ? body : JSON.stringify(json);
  const response = await fetch(url, {
    method,
    headers: {
      authorization: authorization(token, method, url, form ?? {}, change),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

let nonceCount = 0;
export function authorization(
  token: { id: string; secret: string } | null,
  method: string,
  url: URL,
  form: Record<string, string>,
  change: Record<string, string>,
): string {
  nonceCount += 1;
  const oauth: Record<string, string> = {
    oauth_consumer_key: APP.key,
    oauth_nonce: `n${nonceCount}`,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(Date.now() / 1_000)),
    oauth_version: "1.0",
    ...(token ? { oauth_token: token.id } : {}),
    ...change,
  };
  const all = [...Object.entries(oauth), ...url.searchParams, ...Object.entries(form)];
  const signature = computeSignature(signatureBase(method, url, all), APP.secret, token?.secret ?? "");
  const fields = Object.entries({ oauth_signature: signature, ...oauth });
  return `OAuth ${fields.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(", ")}`;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

export const codesIn = (reply: Reply): string[] =>
  ((reply.body.errors ?? []) as { code: string }[]).map(({ code }) => code);

export const aCampaign = (harness: Harness, change: Record<string, string> = {}) => ({
  funding_instrument_id: harness.funding_instrument_id,
  name: "الجمعة البيضاء",
  daily_budget_amount_local_micro: "200000000",
  entity_status: "ACTIVE",
  ...change,
});

export const aLineItem = (campaignId: string, change: Record<string, string> = {}) => ({
  campaign_id: campaignId,
  name: "KSA",
  objective: "WEBSITE_CLICKS",
  product_type: "PROMOTED_TWEETS",
  placements: "ALL_ON_TWITTER",
  goal: "LINK_CLICKS",
  bid_strategy: "AUTO",
  start_time: "2026-11-20T21:00:00Z",
  entity_status: "ACTIVE",
  ...change,
});

export function picture(width = 800, height = 800): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
}

/** Uploads an image in one part and adds it to the account's library. */
export async function libraryPicture(harness: Harness, bytes?: Buffer): Promise<string> {
  const file = bytes ?? (await picture());
  const started = await harness.api("POST", "/2/media/upload/initialize", {
    json: {
      media_type: "image/png",
      total_bytes: file.length,
      media_category: "tweet_image",
      additional_owners: [harness.promotable_user_id],
    },
  });
  const id = String((started.body.data as Json).id);
  const form = new FormData();
  form.set("segment_index", "0");
  form.set("media", new Blob([new Uint8Array(file)]), "picture.png");
  await harness.api("POST", `/2/media/upload/${id}/append`, { body: form });
  const done = await harness.api("POST", `/2/media/upload/${id}/finalize`);
  const key = String((done.body.data as Json).media_key);
  await harness.callOk("POST", "/accounts/:a/media_library", { query: { media_key: key, name: "perfume" } });
  return key;
}

export type Tree = { campaign: string; lineItem: string; card: string; post: string; promoted: string };

/** A campaign with everything below it, active from the top down. */
export async function makeTree(harness: Harness, title = "خصم نصف السعر"): Promise<Tree> {
  const media_key = await libraryPicture(harness);
  const loadId = async (path: string, query: Record<string, string>) =>
    String((await harness.callOk("POST", path, { query })).id);
  const campaign = await loadId("/accounts/:a/campaigns", aCampaign(harness));
  const lineItem = await loadId("/accounts/:a/line_items", aLineItem(campaign));
  const card = await harness.callOk("POST", "/accounts/:a/cards", { json: aCard(media_key, title) });
  const posted = await harness.callOk("POST", "/accounts/:a/tweet", {
    form: {
      as_user_id: harness.promotable_user_id,
      text: title,
      card_uri: String(card.card_uri),
      name: "[ad_1]",
    },
  });
  const post = String(posted.id_str);
  const [promoted] = (await harness.callOk("POST", "/accounts/:a/promoted_tweets", {
    query: { line_item_id: lineItem, tweet_ids: post },
  })) as unknown as Json[];
  return { campaign, lineItem, card: String(card.id), post, promoted: String(promoted?.id) };
}

export const aCard = (media_key: string, title = "خصم نصف السعر"): Json => ({
  name: "card",
  components: [
    { type: "MEDIA", media_key },
    { type: "DETAILS", title, destination: { type: "WEBSITE", url: "https://store.example/offer" } },
  ],
});
