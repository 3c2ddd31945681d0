import { randomInt, randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import { defaultSessionLimits, openSession } from "#modules/merchants/server/sessions.store.ts";
import { connectStore, linkAdAccount } from "./connections.ts";
import {
  type Addresses,
  buildAdGroupInput,
  buildAdInput,
  buildCampaignInput,
  type CampaignParts,
  createCampaign,
  deposit,
  type Merchant,
  signUp,
  uploadPicture,
} from "./merchant.ts";

/** A merchant with one of everything a merchant can have. */
export type MerchantFixture = {
  merchantId: string;
  mobile: string;
  parts: CampaignParts;
  ids: Record<
    | "store"
    | "site"
    | "adAccount"
    | "connection"
    | "deposit"
    | "card"
    | "media"
    | "plan"
    | "campaign"
    | "adGroup"
    | "ad"
    | "link"
    | "operation"
    | "draft"
    | "view"
    | "session",
    string
  >;
  /** A separate session, so that ending it ends nothing else. */
  token(): Promise<string>;
};

/**
 * Goes through the whole flow once, over HTTP: signs up, connects, pays, creates, and leaves the campaign unstarted.
 */
export async function buildMerchantFixture(
  addresses: Addresses,
  db: Db,
  mobile: string,
): Promise<MerchantFixture> {
  const merchant = await signUp(addresses, mobile);
  const store = await connectStore(merchant);
  // Nothing listens there: a site that does not answer.
  const site = await merchant.call<{ id: string }>("POST Clients/Stores/sites", {
    body: { address: `http://localhost:9/${mobile}` },
  });
  const { id: adAccount } = await linkAdAccount(merchant);
  await deposit(merchant, 5_000);
  const { id: media } = await uploadPicture(merchant);
  const parts = { adAccountId: adAccount, store, mediaId: media, dailyRiyals: 100 };
  const { id: campaign, plan_id: plan, ad_groups } = await createCampaign(merchant, parts);
  // It was never started, so nothing is paused and nothing can be undone.
  const { id: operation } = await merchant.call<{ id: string }>("POST Clients/Campaigns/bulk", {
    body: { action: "pause", ids: [campaign] },
  });
  const { id: draft } = await merchant.call<{ id: string }>("POST Clients/Drafts/create", {
    body: aDraftBody,
  });
  const { id: view } = await merchant.call<{ id: string }>("POST Clients/CampaignViews/create", {
    body: aViewBody,
  });
  const [group] = ad_groups;
  const [ad] = group?.ads ?? [];
  const { id: merchantId } = await merchant.call<{ id: string }>("GET Clients/Account/index");
  const { connection_id: connection } = await db.one<{ connection_id: string }>(
    sql`select connection_id from ad_accounts.accounts where id = ${adAccount}`,
  );
  return {
    merchantId,
    mobile,
    parts,
    ids: {
      store: store.id,
      site: site.id,
      adAccount,
      connection,
      deposit: await firstId(merchant, "GET Clients/Wallet/deposits"),
      card: await firstId(merchant, "GET Clients/Wallet/cards"),
      media,
      plan,
      campaign,
      adGroup: group?.id ?? "",
      ad: ad?.id ?? "",
      link: /\d{8}$/.exec(ad?.tracking_url ?? "")?.[0] ?? "",
      operation,
      draft,
      view,
      session: await loadSessionId(merchant),
    },
    token: () => createToken(db, merchantId),
  };
}

const aDraftBody = {
  content: { campaign: { name: "تمور العيد" }, platform: "snapchat", platforms: { snapchat: { own: {} } } },
  step: "goal",
  device: "device-of-noura",
};

const aViewBody = { name: "عرض رمضان", state: { status: "active", sort: "spend", columns: ["spend"] } };

async function firstId(merchant: Merchant, list: string): Promise<string> {
  const { items } = await merchant.call<{ items: { id: string }[] }>(list);
  return items[0]?.id ?? "";
}

async function loadSessionId(merchant: Merchant): Promise<string> {
  const [session] = await merchant.call<{ id: string }[]>("GET Clients/Account/sessions");
  return session?.id ?? "";
}

/** The token of an active session. */
export function createToken(db: Db, merchantId: string, openedAt = new Date()): Promise<string> {
  const origin = { address: "192.0.2.7", userAgent: "a test" };
  return db.transaction((tx) => openSession(tx, merchantId, origin, defaultSessionLimits, openedAt));
}

/** The input of a call: the parts of its contract, and the caller. */
export type RequestInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  key?: string | null;
  language?: Language;
  headers?: Record<string, string>;
};

/** Inputs by call, and the expected status: 200 when none is given. */
export type CallExamples = Record<string, RequestInput & { expect?: number }>;
type MakeExamples = (merchant: MerchantFixture) => CallExamples;

const modulesFolder = join(import.meta.dirname, "../../modules");
/** What modules bring themselves in `testing/<name>.examples.ts`: calls that leave nothing behind for the next ones. */
const ofModules = await Promise.all(
  globSync("*/testing/*.examples.ts", { cwd: modulesFolder }).map(async (file) => {
    const { makeExamples } = await import(pathToFileURL(join(modulesFolder, file)).href);
    return makeExamples as MakeExamples;
  }),
);

/**
 * A valid example of every call for a merchant with these things, and the expected result: 200, or the refusal caused
 * by an unstarted campaign, a code that was not sent, or vendors that do not answer.
 */
export const examplesFor: MakeExamples = (merchant) =>
  Object.assign({}, ...ofModules.map((makeExamples) => makeExamples(merchant)), listJourney(merchant));

/** A plan with this campaign alone, under another name. */
function toPlanInput(campaign: ReturnType<typeof buildCampaignInput>) {
  const name = `خطة ${randomUUID().slice(0, 8)}`;
  return { name, objective: campaign.objective, campaigns: [{ ...campaign, name }] };
}

/** The calls that depend on each other: the order lets each run after the one before. */
function listJourney({ ids, parts }: MerchantFixture): CallExamples {
  const input = buildCampaignInput(parts, `حملة ${randomUUID().slice(0, 8)}`);
  const {
    ad_groups: _groups,
    ad_account_id: _account,
    platform: _platform,
    store_id: _store,
    ...campaign
  } = input;
  const group = buildAdGroupInput(parts);
  const ad = buildAdInput(parts);
  const of = (id: string) => ({ params: { id } });
  const newNumber = () => `053${String(randomInt(10_000_000)).padStart(7, "0")}`;
  const proof = { mobile_number: newNumber(), code: "000000" };
  return {
    "POST Clients/Account/login": { body: { mobile_number: newNumber() } },
    "POST Clients/Account/SignUp": {
      body: { name: "سارة", mobile_number: newNumber(), email: "s@example.com" },
    },
    "POST Clients/Account/ForgotPassword": { body: { mobile_number: newNumber() } },
    "POST Clients/Account/Verification": { body: { ...proof, name: "سارة", email: "" }, expect: 422 },
    "POST Clients/Account/PasswordLogin": {
      body: { mobile_number: newNumber(), password: "not-it" },
      expect: 422,
    },
    "POST Clients/Account/ResetPassword": {
      body: { ...proof, password: "secret-1", password_confirmation: "secret-1" },
      expect: 422,
    },
    "GET Clients/Account/index": {},
    "PUT Clients/Account/UpdateProfile": {
      body: { name: "نورة", email: "n@example.com", language: "ar", digits: "latn", theme: "dark" },
    },
    "GET Clients/Account/sessions": {},

    "GET Clients/Stores/index": {},
    "GET Clients/Stores/{id}": of(ids.store),
    "GET Clients/Stores/products/{id}": { ...of("prd_unknown"), expect: 404 },
    "GET Clients/Stores/products": { query: { page: "1", size: "5", store_id: ids.store, search: "تمر" } },
    "POST Clients/Stores/connect": {
      body: { platform: "salla", return_to: "/first-campaign/connect-store" },
    },
    "POST Clients/Stores/sites": { body: { address: `https://noura-${randomInt(10_000)}.example/shop` } },
    "GET Clients/Stores/sites": {},
    "POST Clients/Stores/sites/{id}/verify": { ...of(ids.site), body: { by: "meta" }, expect: 409 },

    "GET Clients/AdAccounts/index": {},
    "GET Clients/AdAccounts/offers/{connection_id}": { params: { connection_id: ids.connection } },
    "POST Clients/AdAccounts/connect": {
      body: { platform: "snapchat", return_to: "/link-ad-accounts/connect-platform" },
    },
    "POST Clients/AdAccounts/reconnect": {
      body: { ad_account_id: ids.adAccount, return_to: "/link-ad-accounts/connect-platform" },
    },
    "POST Clients/AdAccounts/refresh-offers": { body: { connection_id: ids.connection }, expect: 503 },
    "POST Clients/AdAccounts/link": {
      body: {
        connection_id: ids.connection,
        organization_id: "org",
        ad_account_id: "acc",
        profile_id: "pro",
      },
      expect: 422,
    },
    "POST Clients/AdAccounts/check": { body: { ad_account_id: ids.adAccount }, expect: 503 },

    "GET Clients/Wallet/index": {},
    "GET Clients/Wallet/transactions": {
      query: { page: "1", size: "10", charge_type: "deposit", from: "2026-11-01", to: "2026-12-01" },
    },
    "GET Clients/Wallet/reserves": { query: { page: "1", size: "10" } },
    "GET Clients/Wallet/deposits": { query: { page: "1", size: "10" } },
    "GET Clients/Wallet/deposit/{id}": of(ids.deposit),
    "GET Clients/Wallet/cards": {},
    "GET Clients/Wallet/audit": {},
    "POST Clients/Wallet/deposit": { body: { amount_halalas: 50_000, save_card: false, card_id: ids.card } },
    "POST Clients/Wallet/deposit/{id}/started": { ...of(ids.deposit), body: { payment_id: randomUUID() } },
    "POST Clients/Wallet/deposit/{id}/check": of(ids.deposit),
    "PUT Clients/Wallet/cards/{id}": { ...of(ids.card), body: { name: "بطاقة المتجر", theme: "red" } },

    "GET Clients/Media/index": {
      query: { page: "1", size: "10", search: "تمر", use: "unused", sort: "name" },
    },
    "GET Clients/Media/space": {},
    "GET Clients/Media/{id}": of(ids.media),
    "GET Clients/Media/{id}/uses": of(ids.media),
    "PUT Clients/Media/{id}": { ...of(ids.media), body: { file_name: "صورة المتجر" } },
    "GET Clients/Media/{id}/file": of(ids.media),
    "GET Clients/Media/{id}/thumbnail": of(ids.media),
    "POST Clients/Media/{id}/poster": { ...of(ids.media), body: { seconds: 1 }, expect: 400 },
    "POST Clients/Media/upload": { body: { platform: "snapchat" }, expect: 400 },
    "POST Clients/Media/from-product": {
      body: { product_id: "prd_unknown", platform: "snapchat" },
      expect: 404,
    },
    "POST Clients/Media/uploads": {
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": "1000",
        "upload-metadata": `filename ${Buffer.from("a.mp4").toString("base64")}`,
      },
      expect: 201,
    },
    "GET live": {},
    "GET pixel.js": {},

    "GET Clients/Campaigns/index": {
      query: {
        page: "1",
        size: "10",
        search: "تمور",
        status: "created",
        platform: "snapchat",
        sync: "local",
        sort: "roas_delivered",
        order: "asc",
        from: "2026-11-01",
        to: "2026-11-21",
        view: "needs_decision",
        scheduled: "in_period",
      },
    },
    "GET Clients/Campaigns/totals": { query: { search: "تمور", from: "2026-11-01", to: "2026-11-21" } },
    "GET Clients/Campaigns/export": { query: { search: "تمور", sort: "name", format: "csv" } },
    "GET Clients/CampaignViews/index": {},
    "PUT Clients/CampaignViews/{id}": { ...of(ids.view), body: aViewBody },
    // The member has one of this name.
    "POST Clients/CampaignViews/create": { body: aViewBody, expect: 409 },
    "DELETE Clients/CampaignViews/{id}": of(ids.view),
    "GET Clients/Campaigns/{id}": of(ids.campaign),
    "POST Clients/Campaigns/create": { body: input },
    "PUT Clients/Campaigns/{id}": {
      ...of(ids.campaign),
      body: { ...campaign, name: `${campaign.name} بعد التعديل` },
    },
    "GET Clients/Plans/templates": {},
    "POST Clients/Plans/create": { body: toPlanInput(input) },
    "GET Clients/AdGroups/{id}": of(ids.adGroup),
    "POST Clients/AdGroups/create": { body: { ...group, campaign_id: ids.campaign, name: "رجال جدة" } },
    "PUT Clients/AdGroups/{id}": { ...of(ids.adGroup), body: group },
    "GET Clients/Ads/{id}": of(ids.ad),
    "POST Clients/Ads/create": { body: { ...ad, ad_group_id: ids.adGroup, name: "إعلان آخر" } },
    "PUT Clients/Ads/{id}": { ...of(ids.ad), body: ad },

    "GET Clients/Drafts/index": {},
    "GET Clients/Drafts/{id}": of(ids.draft),
    "POST Clients/Drafts/create": { body: aDraftBody },
    // Other tests of these calls have saved it since.
    "PUT Clients/Drafts/{id}": { ...of(ids.draft), body: { ...aDraftBody, revision: 1 }, expect: 409 },
    "DELETE Clients/Drafts/{id}": of(ids.draft),
    "GET Clients/SeasonDrafts/index": {},
    "POST Clients/SeasonDrafts/{season}/dismiss": { params: { season: "ramadan-1448" }, expect: 404 },
    "PUT Clients/SeasonDrafts/settings": { body: { is_on: true } },

    "POST Clients/Campaigns/bulk": { body: { action: "pause", ids: [ids.campaign] } },
    "POST Clients/Campaigns/bulk/preview": { body: { action: "archive", ids: [ids.campaign] } },
    "POST Clients/Plans/{id}/launch": of(ids.plan),
    "POST Clients/Plans/{id}/stop": of(ids.plan),
    "GET Clients/Operations/{id}": of(ids.operation),
    "GET Clients/Operations/{id}/items": {
      ...of(ids.operation),
      query: { status: "failed", after: "0", size: "5" },
    },
    "POST Clients/Operations/{id}/undo": { ...of(ids.operation), expect: 409 },
    "POST Clients/Operations/{id}/cancel": of(ids.operation),
    "POST Clients/Campaigns/{id}/relaunch": { ...of(ids.campaign), expect: 409 },
    "POST Clients/Campaigns/{id}/retry": { ...of(ids.campaign), expect: 409 },
    "POST Clients/Campaigns/{id}/accept": { ...of(ids.campaign), expect: 409 },
    "POST Clients/Campaigns/{id}/start": of(ids.campaign),
    "POST Clients/AdGroups/{id}/start": { ...of(ids.adGroup), expect: 409 },
    "POST Clients/AdGroups/{id}/pause": of(ids.adGroup),
    "POST Clients/AdGroups/{id}/relaunch": of(ids.adGroup),
    "POST Clients/Ads/{id}/start": { ...of(ids.ad), expect: 409 },
    "POST Clients/Ads/{id}/pause": of(ids.ad),
    "POST Clients/Ads/{id}/relaunch": of(ids.ad),
    "POST Clients/Campaigns/{id}/pause": of(ids.campaign),
    "POST Clients/Ads/{id}/archive": of(ids.ad),
    "DELETE Clients/Ads/{id}": of(ids.ad),
    "POST Clients/AdGroups/{id}/archive": of(ids.adGroup),
    "DELETE Clients/AdGroups/{id}": of(ids.adGroup),
    "POST Clients/Campaigns/{id}/archive": of(ids.campaign),
    "DELETE Clients/Campaigns/{id}": of(ids.campaign),
    // The campaign created above shows it.
    "DELETE Clients/Media/{id}": { ...of(ids.media), expect: 409 },
    "DELETE Clients/Wallet/cards/{id}": of(ids.card),
    "POST Clients/Stores/{id}/sync": of(ids.store),
    "POST Clients/Stores/{id}/count-unconfirmed": { ...of(ids.store), body: { counts: true }, expect: 409 },
    "POST Clients/Stores/{id}/disconnect": of(ids.store),
    "POST Clients/AdAccounts/disconnect": { body: { ad_account_id: ids.adAccount } },
    "DELETE Clients/Account/sessions/{id}": of(ids.session),
    "DELETE Clients/Account/sessions": {},
    "POST Clients/Account/logout": {},
  };
}
