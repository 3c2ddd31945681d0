import { type Db, sql } from "#base/server/db/db.ts";
import { defaultSessionLimits, openSession } from "#modules/merchants/server/sessions.store.ts";
import { connectStore, linkAdAccount } from "./connections.ts";
import {
  type Addresses,
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
    | "order"
    | "invoice"
    | "card"
    | "media"
    | "plan"
    | "campaign"
    | "adGroup"
    | "ad"
    | "link"
    | "coupon"
    | "operation"
    | "draft"
    | "view"
    | "licence"
    | "report"
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
  const { order } = await merchant.call<{ order: { id: string } }>("POST Clients/Billing/orders", {
    body: anOrderBody,
  });
  await merchant.call("POST Clients/Billing/orders", { body: aPaidOrderBody });
  const { id: media } = await uploadPicture(merchant);
  const parts = { adAccountId: adAccount, store, mediaId: media, dailyRiyals: 100 };
  const { id: campaign, plan_id: plan, ad_groups } = await createCampaign(merchant, parts);
  const { id: coupon } = await merchant.call<{ id: string }>("POST Clients/Tracking/coupons", {
    body: { source: "typed", campaign_id: campaign, store_id: store.id, code: "RAWAJ10" },
  });
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
  const { items: licences } = await merchant.call<{ items: { id: string }[] }>(
    "POST Clients/AdLicences/create",
    { body: aLicenceBody },
  );
  const { id: report } = await merchant.call<{ id: string }>("POST Clients/Reports/custom", {
    body: aReportBody,
  });
  const [group] = ad_groups;
  const [ad] = group?.ads ?? [];
  const { id: merchantId } = await merchant.call<{ id: string }>("GET Clients/Account/index");
  const { connection_id: connection } = await db.one<{ connection_id: string }>(
    sql`select connection_id from ad_accounts.accounts where id = ${adAccount}`,
  );
  // A code may be requested again a minute after the one that signed in.
  await db.run(sql`update merchants.code_sends set requested_at = requested_at - interval '1 hour'`);
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
      order: order.id,
      invoice: await firstId(merchant, "GET Clients/Billing/invoices"),
      card: await firstId(merchant, "GET Clients/Wallet/cards"),
      media,
      plan,
      campaign,
      adGroup: group?.id ?? "",
      ad: ad?.id ?? "",
      link: /\d{8}$/.exec(ad?.tracking_url ?? "")?.[0] ?? "",
      coupon,
      operation,
      draft,
      view,
      licence: licences[0]?.id ?? "",
      report,
      session: await loadSessionId(merchant),
    },
    token: () => createToken(db, merchantId),
  };
}

/** An order that waits for the gateway's form. */
const anOrderBody = {
  lines: [{ kind: "package", package_id: "pkg_sms_500", quantity: 1 }],
  checkout_id: "7d0f2f5e-3f0b-4f4e-8a43-5a3c1c9f6b20",
  expected_total_halalas: 7_900,
  payment: { method: "form" },
};

/** One that the balance paid, with its invoice. */
const aPaidOrderBody = {
  ...anOrderBody,
  lines: [{ kind: "package", package_id: "pkg_sms_500", quantity: 2 }],
  checkout_id: "7d0f2f5e-3f0b-4f4e-8a43-5a3c1c9f6b21",
  expected_total_halalas: 15_800,
  payment: { method: "balance" },
};

export const aLicenceBody = {
  kind: "prize_draw",
  number: "1447-20931",
  starts_on: "2026-11-01",
  ends_on: "2026-12-31",
};

export const aDraftBody = {
  content: { campaign: { name: "تمور العيد" }, platform: "snapchat", platforms: { snapchat: { own: {} } } },
  step: "goal",
  device: "device-of-noura",
};

export const aViewBody = {
  name: "عرض رمضان",
  state: { status: "active", sort: "spend", columns: ["spend"] },
};

export const aReportBody = {
  name: "عائد الحملات",
  definition: {
    measures: ["sales_placed_halalas", "spend_halalas"],
    by: ["day", "campaign"],
    filter: {},
    period: { name: "last_7" },
    display: "line",
  },
};

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
