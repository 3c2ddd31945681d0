import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { DraftStep } from "#modules/campaigns/contract/enums.ts";
import { setOwn } from "#modules/campaigns/domain/edit-draft.ts";
import type { PlanDraft } from "#modules/campaigns/domain/plan-draft.ts";
import { aPlanDraft } from "#modules/campaigns/testing/plan-drafts.ts";
import { aRuleBody } from "#modules/rules/testing/rule-body.ts";
import { connectStore, linkAdAccount, type TestStore } from "../src/app/testing/connections.ts";
import {
  buildCampaignInput,
  deposit,
  type Merchant,
  signUp,
  until,
  uploadPicture,
} from "../src/app/testing/merchant.ts";
import { startProduct } from "../src/app/testing/product.ts";
import { enrolStaff, inviteStaff } from "../src/app/testing/staff-invitation.ts";
import { addConsultations } from "./picture-consultations.ts";
import { addLibraryRows } from "./picture-library.ts";

export type PictureWorld = {
  url: string;
  /** Who views a screen. */
  tokens: { newcomer: string; settled: string; staff: string };
  /** An invitation that nobody has used. */
  invitation: string;
  /** Ids of the established merchant, for pages of one thing; `offered`: a plan of Rawaj's that can be bought. */
  ids: {
    campaign: string;
    adGroup: string;
    plan: string;
    offered: string;
    rule: string;
    report: string;
    /** The digital designer's newest. */
    design: string;
    /** A published landing page, and where it is read. */
    landingPage: string;
    landingSlug: string;
    /** A tracking link made by hand, with clicks; and one of an ad. */
    link: string;
    linkOfAd: string;
    library: readonly string[];
    /** What is offered; an order of it that has a time. */
    consultation: string;
    consultationOrder: string;
  };
  /** The established merchant's half-written plan was left at this step of the form. */
  leaveDraftAt(step: DraftStep): Promise<void>;
  stop(): Promise<void>;
};

/** Each campaign of the established merchant: its platforms, its texts, and the day it started. */
const campaigns: { platform: Platform; name: string; dailyRiyals: number; beginsOn: number }[] = [
  { platform: "snapchat", name: "تمور العجوة – الرياض", dailyRiyals: 150, beginsOn: 0 },
  { platform: "meta", name: "هدايا الموسم", dailyRiyals: 90, beginsOn: 0 },
  { platform: "google", name: "من يبحث عن التمر", dailyRiyals: 60, beginsOn: 2 },
  { platform: "tiktok", name: "قصة المزرعة", dailyRiyals: 80, beginsOn: 4 },
  { platform: "x", name: "عرض نهاية الأسبوع", dailyRiyals: 50, beginsOn: 6 },
];
const days = 9;
export const draftName = "العرض الوطني";

/**
 * Test data for the screenshots, created as merchants would create it: one who has just signed up, and one who sells in
 * two stores and has advertised on all five platforms for more than a week in the sandbox.
 */
export async function makePictureWorld(): Promise<PictureWorld> {
  // Vendors count calls on the system clock: ten days in two minutes would exceed their limits. X keeps its limits.
  const sandbox = await startSandbox({ seed: "pictures", env: { SANDBOX_RATE_LIMITS: "off" } });
  const dataFolder = await mkdtemp(join(tmpdir(), "rawaj-pictures-"));
  const [first = "", invitation = ""] = ["salem@rawaj.example", "noura@rawaj.example"].map((email) =>
    inviteStaff(email, { DATA_DIR: dataFolder }),
  );
  const product = await startProduct(sandbox, { FIGURES_EVERY_SECONDS: "4", DATA_DIR: dataFolder });
  const stop = async () => {
    await product.stop();
    await sandbox.stop();
  };
  try {
    const { tokens, merchant, ...merchants } = await createMerchants(sandbox, product.url);
    const { token: staff } = await enrolStaff(product.url, first);
    const library = await addLibraryRows(product.url, staff);
    const consultations = await addConsultations(product.url, staff, merchant);
    const ids = { ...merchants.ids, library, ...consultations };
    return { ...merchants, ids, url: product.url, stop, invitation, tokens: { ...tokens, staff } };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The merchants, and what they did so far. */
async function createMerchants(
  sandbox: TestSandbox,
  product: string,
): Promise<
  Pick<PictureWorld, "leaveDraftAt"> & {
    merchant: Merchant;
    ids: Omit<PictureWorld["ids"], "library" | "consultation" | "consultationOrder">;
    tokens: Omit<PictureWorld["tokens"], "staff">;
  }
> {
  const addresses = { product, sandbox: sandbox.url };

  const newcomer = await signUp(addresses, "0501112233", "سارة العتيبي");
  const settled = await signUp(addresses, "0504445566", "نورة القحطاني");
  const stores = [await connectStore(settled), await connectStore(settled, { platform: "zid" })] as const;
  await deposit(settled, 9_000);
  await settled.call("POST Clients/Conversions/settings", {
    body: { send_at: "order", shares_contacts: true },
  });

  const plans: Plan[] = [];
  for (let day = 0; day < days; day += 1) {
    const begun = campaigns.filter(({ beginsOn }) => beginsOn === day);
    if (begun.length > 0) plans.push(await launch(settled, stores[plans.length % 2] ?? stores[0], begun));
    await sandbox.control("clock", { step: "P1D" });
    await waitForFigures(sandbox, settled);
  }
  for (const store of stores) await waitForStoreSync(sandbox, settled, store.id);
  const offered = await buyFromBalance(settled);
  const draft = await writeDraft(settled, stores[0]);
  const report = await composeReports(settled);
  const links = await makeLinks(settled, stores);
  const design = await makeDesigns(settled);
  const page = await makeLandingPage(settled);
  const [first] = plans;
  const [campaign] = first?.campaigns ?? [];
  return {
    merchant: settled,
    tokens: { newcomer: newcomer.token, settled: settled.token },
    leaveDraftAt: (step) => leaveDraftAt(settled, draft, step),
    ids: {
      plan: first?.id ?? "",
      rule: await putRulesOn(settled),
      campaign: campaign?.id ?? "",
      adGroup: campaign?.ad_groups[0]?.id ?? "",
      offered,
      report,
      design,
      landingPage: page.id,
      landingSlug: page.slug,
      ...links,
    },
  };
}

/** Designs of the stores' products in two styles and a season. */
export async function makeDesigns(merchant: Merchant): Promise<string> {
  const { items: products } = await merchant.call<{ items: { id: string }[] }>(
    "GET Clients/Stores/products?size=2&sort=sales",
  );
  const requests = [
    { headline: "حلاوة تليق بضيوفك", subline: "", style: "najdi", season: null },
    { headline: "هدية ما تنرد", subline: "تغليف فاخر وتوصيل لكل المدن", style: "calm", season: "ramadan" },
  ];
  let newest = "";
  for (const [index, request] of requests.entries()) {
    const body = {
      ...request,
      request_key: `key-of-a-picture-${index}`,
      count: 6,
      product_id: products[index]?.id,
      placements: ["story", "square", "landscape"],
    };
    const { items } = await merchant.call<{ items: { id: string }[] }>(
      "POST Clients/DigitalDesigner/designs",
      {
        body,
      },
    );
    newest = items[0]?.id ?? "";
  }
  return newest;
}

/** A published page of the product that sells best. */
export async function makeLandingPage(merchant: Merchant): Promise<{ id: string; slug: string }> {
  const { items } = await merchant.call<{ items: { id: string }[] }>(
    "GET Clients/Stores/products?size=1&sort=sales",
  );
  const body = {
    product_id: items[0]?.id,
    language: "ar",
    headline: "حلاوة تليق بضيوفك",
    introduction: "تمر مختار حبة حبة، يصل مغلفًا كما تهديه.",
  };
  const page = await merchant.call<{ id: string; slug: string }>("POST Clients/LandingPages/pages", { body });
  await merchant.call(`POST Clients/LandingPages/pages/${page.id}/publish`);
  return page;
}

type Link = { id: string; url: string };

/** Links made by hand, clicked by a few people and one machine, and one that was paused. */
async function makeLinks(
  merchant: Merchant,
  stores: readonly TestStore[],
): Promise<{ link: string; linkOfAd: string }> {
  const create = (body: object) =>
    merchant.call<Link>("POST Clients/Tracking/create", {
      body: { destination_url: stores[0]?.link, project_name: "رمضان 1448", ...body },
    });
  const link = await create({
    name: "ريم العنزي، مراجعة تمر العجوة في قصص إنستغرام",
    platform: "instagram",
    tags: ["مؤثرون", "إنستغرام"],
    utm: { source: "instagram", medium: "influencer", campaign: "ramadan" },
  });
  await create({
    name: "ورقة الشكر في الطرد",
    platform: "qr",
    destination_url: stores[1]?.link,
    tags: ["الطرود"],
  });
  const paused = await create({ name: "واتساب العملاء", platform: "whatsapp" });
  await merchant.call(`POST Clients/Tracking/${paused.id}/stop`);
  for (const userAgent of [...phones, ...phones, "Googlebot/2.1 (+http://www.google.com/bot.html)"])
    await fetch(link.url, { redirect: "manual", headers: { "user-agent": userAgent } });
  const { items } = await merchant.call<{ items: Link[] }>("GET Clients/Tracking/index?origin=ad");
  return { link: link.id, linkOfAd: items[0]?.id ?? "" };
}

const phones = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.0",
];

/** Reports of one's own, one of them shared and pinned. Returns the id of one with a chart. */
export async function composeReports(merchant: Merchant): Promise<string> {
  const create = async (name: string, definition: object) =>
    (await merchant.call<{ id: string }>("POST Clients/Reports/custom", { body: { name, definition } })).id;
  const own = { filter: {}, period: { name: "last_14" } };
  await create("العائد بحسب المنصة", {
    ...own,
    measures: ["sales_placed_halalas", "spend_halalas", "roas_placed", "cost_per_order_halalas"],
    by: ["platform"],
    display: "bars",
  });
  await create("إعلانات كل متجر", {
    ...own,
    measures: ["orders_placed", "clicks"],
    by: ["store", "ad"],
    display: "table",
  });
  const id = await create("مبيعات الحملات وإنفاقها يومًا بيوم في متجرَي التمور", {
    ...own,
    measures: ["sales_placed_halalas", "spend_halalas", "roas_placed"],
    by: ["day", "campaign"],
    display: "line",
  });
  await merchant.call(`PUT Clients/Reports/custom/${id}`, { body: { is_shared: true } });
  await merchant.call(`PUT Clients/Reports/custom/${id}/pin`, { body: { is_pinned: true } });
  return id;
}

type Plan = { id: string; campaigns: { id: string; ad_groups: { id: string }[] }[] };

/** Launches campaigns of different platforms as one plan, and waits until each platform has confirmed its own. */
async function launch(merchant: Merchant, store: TestStore, begun: typeof campaigns): Promise<Plan> {
  const inputs = [];
  for (const { platform, name, dailyRiyals } of begun) {
    const { id: adAccountId } = await linkAdAccount(merchant, platform);
    await merchant.call("POST Clients/Conversions/destination", {
      body: { ad_account_id: adAccountId, is_enabled: true },
    });
    const mediaId = platform === "google" ? null : (await uploadPicture(merchant, platform)).id;
    inputs.push(buildCampaignInput({ platform, adAccountId, store, mediaId, dailyRiyals }, name));
  }
  const plan = await merchant.call<Plan>("POST Clients/Plans/create", {
    body: { name: begun[0]?.name, objective: "sales", campaigns: inputs },
  });
  await merchant.call(`POST Clients/Plans/${plan.id}/launch`);
  for (const { id } of plan.campaigns)
    await until("the platform's confirmation", async () => {
      const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`);
      return sync === "synced";
    });
  return plan;
}

/** A plan of Rawaj's own for a month and one package of each service, paid from the wallet. Returns the plan's id. */
export async function buyFromBalance(merchant: Merchant): Promise<string> {
  const plans = await merchant.call<{ items: { id: string }[] }>("GET Clients/Billing/plans");
  const packages = await merchant.call<{ items: { id: string }[] }>("GET Clients/Billing/packages");
  const carts = [
    plans.items.slice(0, 1).map(({ id }) => ({ kind: "plan", plan_id: id, duration_months: 1 })),
    packages.items.map(({ id }) => ({ kind: "package", package_id: id, quantity: 1 })),
  ];
  for (const lines of carts) {
    const { total_halalas } = await merchant.call<{ total_halalas: number }>(
      "POST Clients/Billing/orders/preview",
      { body: { lines } },
    );
    await merchant.call("POST Clients/Billing/orders", {
      body: {
        lines,
        checkout_id: randomUUID(),
        expected_total_halalas: total_halalas,
        payment: { method: "balance" },
      },
    });
  }
  return plans.items[0]?.id ?? "";
}

/** Two control rules, one on trial and one live. Returns the first one's id. */
async function putRulesOn(merchant: Merchant): Promise<string> {
  const save = async (body: object, mode: "shadow" | "live") => {
    const { id } = await merchant.call<{ id: string }>("POST Clients/ControlRules/create", { body });
    await merchant.call(`POST Clients/ControlRules/${id}/status`, { body: { status: "active", mode } });
    return id;
  };
  await save(
    {
      ...aRuleBody,
      name: "زد الرابح",
      comparison: "greater",
      value: 300,
      action: "increase_budget",
      change_unit: "percent",
      change_value: 15,
      stage: "placed",
    },
    "live",
  );
  return save(
    {
      ...aRuleBody,
      value: 250,
      stage: "placed",
      window_days: 2,
      more_conditions: [
        { join: "and", target: "spend", comparison: "greater", basis: "own_week", value: 120 },
        { join: "or", target: "sales", comparison: "less", basis: "value", value: 100_00 },
      ],
      hours_from: 18,
      hours_to: 2,
      ask_channel: "whatsapp",
    },
    "shadow",
  );
}

/** A half-written plan on all five platforms, for the pictures of the form's steps. */
async function writeDraft(merchant: Merchant, store: TestStore): Promise<PlanDraft> {
  const { id: mediaId } = await uploadPicture(merchant);
  const { ad_accounts } = await merchant.call<{ ad_accounts: { id: string; platform: Platform }[] }>(
    "GET Clients/AdAccounts/index",
  );
  const draft = aPlanDraft(platforms, {
    campaign: {
      name: draftName,
      store_id: store.id,
      landing_url: store.link,
      daily_budget_halalas: 400_00,
    },
    group: { name: "نساء الرياض" },
    ad: { name: "إعلان العجوة", headline: "عجوة المدينة اليوم", media_id: mediaId, brand_name: "متجر نخلة" },
  });
  return ad_accounts.reduce(
    (draft, { id, platform }) => setOwn(draft, platform, { ad_account_id: id }),
    draft,
  );
}

async function leaveDraftAt(merchant: Merchant, content: PlanDraft, step: DraftStep): Promise<void> {
  const { items } = await merchant.call<{ items: { id: string }[] }>("GET Clients/Drafts/index");
  for (const { id } of items) await merchant.call(`DELETE Clients/Drafts/${id}`);
  await merchant.call("POST Clients/Drafts/create", { body: { content, step, device: "another-device" } });
}

/**
 * Waits until each platform has reported what it showed so far: a day at a time, so that no store gets too many calls
 * at once.
 */
async function waitForFigures(sandbox: TestSandbox, merchant: Merchant) {
  const { now } = await sandbox.control<{ now: string }>("clock");
  await until(
    "the day's figures",
    async () => {
      const { items } = await merchant.call<{ items: { as_of: string | null }[] }>(
        "GET Clients/Reports/readings",
      );
      return items.every(({ as_of }) => Date.parse(now) - Date.parse(as_of ?? "") < 3_600_000);
    },
    120,
  );
}

/** The store is read once more: everything that happened in the simulated days is included then. */
export async function waitForStoreSync(sandbox: TestSandbox, merchant: Merchant, storeId: string) {
  const { now } = await sandbox.control<{ now: string }>("clock");
  type Read = { sync_failures: number; last_synced_at: string | null };
  await merchant.call(`POST Clients/Stores/${storeId}/sync`);
  await until(
    "the store's answer",
    async () => {
      const { sync_failures, last_synced_at } = await merchant.call<Read>(`GET Clients/Stores/${storeId}`);
      return sync_failures === 0 && Date.parse(now) - Date.parse(last_synced_at ?? "") < 3_600_000;
    },
    300,
  );
}
