import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { aRuleBody } from "#modules/rules/testing/rule-body.ts";
import { connectStore, linkAdAccount, type TestStore } from "../src/app/testing/connections.ts";
import { buildCampaignInput, deposit, type Merchant, signUp, until } from "../src/app/testing/merchant.ts";
import { startProduct } from "../src/app/testing/product.ts";
import { enrolStaff, inviteStaff } from "../src/app/testing/staff-invitation.ts";
import { addConsultations } from "./picture-consultations.ts";
import { addLibraryRows } from "./picture-library.ts";
import {
  buyFromBalance,
  composeReports,
  makeDesigns,
  makeLandingPage,
  waitForStoreSync,
} from "./picture-world.ts";

/** What a month of a merchant left behind: the product is stopped, its folder and the sandbox are still there. */
export type DemoWorld = {
  dataFolder: string;
  productUrl: string;
  sandbox: TestSandbox;
  /** The merchant's number, and the last moment of the month (business time). */
  mobile: string;
  endedAt: string;
  dispose(): Promise<void>;
};

const days = 31;
const readMs = 12_000;
const mobile = "0504445577";

type Planned = {
  platform: Platform;
  name: string;
  headline: string;
  dailyRiyals: number;
  beginsOn: number;
  /** The day on which the merchant pauses it, or gives it another budget. */
  pausedOn?: number;
  budget?: { on: number; riyals: number };
};

/** Winners and losers: what each costs and brings follows from the economy. */
const planned: readonly Planned[] = [
  {
    platform: "snapchat",
    name: "عجوة المدينة – الرياض",
    headline: "عجوة المدينة تصلك اليوم",
    dailyRiyals: 160,
    beginsOn: 0,
    budget: { on: 12, riyals: 240 },
  },
  { platform: "meta", name: "هدايا الضيافة", headline: "ضيافة تشرّفك", dailyRiyals: 110, beginsOn: 1 },
  { platform: "google", name: "من يبحث عن التمر", headline: "تمور المدينة", dailyRiyals: 70, beginsOn: 2 },
  { platform: "tiktok", name: "قصة المزرعة", headline: "من النخلة إلى بيتك", dailyRiyals: 90, beginsOn: 4 },
  {
    platform: "x",
    name: "نهاية الأسبوع",
    headline: "تمور لجمعة العائلة",
    dailyRiyals: 60,
    beginsOn: 0,
    pausedOn: 19,
  },
  {
    platform: "snapchat",
    name: "جدة ومكة – سكري مفتّل",
    headline: "سكري القصيم المفتّل",
    dailyRiyals: 120,
    beginsOn: 10,
  },
  {
    platform: "meta",
    name: "الحملة الوطنية – كل المدن",
    headline: "توصيل لكل مدن المملكة",
    dailyRiyals: 90,
    beginsOn: 15,
    budget: { on: 24, riyals: 50 },
  },
];

/**
 * A merchant's month, lived through the product against the sandbox: a Salla and a Zid store, all five platforms, rules,
 * links, reports, designs, a page, a consultation. It ends now, so that what is written by the system's clock and what
 * is written by the business's clock agree.
 */
export async function makeDemoWorld(): Promise<DemoWorld> {
  const start = new Date(Date.now() - days * 86_400_000).toISOString();
  const sandbox = await startSandbox({
    seed: "demo",
    env: { SANDBOX_RATE_LIMITS: "off", SANDBOX_START: start },
  });
  const dataFolder = await mkdtemp(join(tmpdir(), "rawaj-demo-"));
  const invitation = inviteStaff("noura@rawaj.example", { DATA_DIR: dataFolder });
  const product = await startProduct(sandbox, { FIGURES_EVERY_SECONDS: "3", DATA_DIR: dataFolder });
  const dispose = async () => {
    await product.stop();
    await sandbox.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const { token: staff } = await enrolStaff(product.url, invitation);
    const merchant = await signUp({ product: product.url, sandbox: sandbox.url }, mobile, "نورة القحطاني");
    await liveThroughMonth(sandbox, merchant, { product: product.url, staff });
    const { now: endedAt } = await sandbox.control<{ now: string }>("clock");
    await product.stop();
    return { dataFolder, productUrl: product.url, sandbox, mobile, endedAt, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Accounts without a running campaign are read no more, so the day counts as read some seconds after the first of them. */
async function waitForDay(sandbox: TestSandbox, merchant: Merchant): Promise<void> {
  const { now } = await sandbox.control<{ now: string }>("clock");
  let firstReadAt = Number.POSITIVE_INFINITY;
  await until(
    "the day's figures",
    async () => {
      const { items } = await merchant.call<{ items: { as_of: string | null }[] }>(
        "GET Clients/Reports/readings",
      );
      const isRead = items.map(({ as_of }) => Date.parse(now) - Date.parse(as_of ?? "") < 3_600_000);
      if (isRead.some(Boolean)) firstReadAt = Math.min(firstReadAt, Date.now());
      return isRead.every(Boolean) || Date.now() - firstReadAt > readMs;
    },
    120,
  );
}

type Running = { id: string; planned: Planned };

async function liveThroughMonth(
  sandbox: TestSandbox,
  merchant: Merchant,
  { product, staff }: { product: string; staff: string },
): Promise<void> {
  const stores = [await connectStore(merchant), await connectStore(merchant, { platform: "zid" })] as const;
  for (const store of stores) await waitForStoreSync(sandbox, merchant, store.id);
  await deposit(merchant, 14_000);
  await merchant.call("POST Clients/Conversions/settings", {
    body: { send_at: "order", shares_contacts: true },
  });
  await addLibraryRows(product, staff);

  const running: Running[] = [];
  const links: Link[] = [];
  let page: { slug: string } | undefined;
  for (let day = 0; day < days; day += 1) {
    for (const begun of planned.filter(({ beginsOn }) => beginsOn === day))
      running.push({
        id: await launch(merchant, stores[running.length % 2] ?? stores[0], begun),
        planned: begun,
      });
    if (day === 1) links.push(...(await makeLinks(merchant, stores)));
    if (day === 2) await buyFromBalance(merchant);
    if (day === 3) await putRulesOn(merchant);
    if (day === 5) page = await makeLandingPage(merchant);
    if (day === 12) await deposit(merchant, 9_000);
    if (day === 22) await deposit(merchant, 7_000);
    if (day === 26) await addConsultations(product, staff, merchant);
    await care(merchant, running, day);
    await visit(product, links, page, day);
    await sandbox.control("clock", { step: "P1D" });
    await waitForDay(sandbox, merchant);
    process.stdout.write(`day ${day + 1} of ${days}\n`);
  }
  for (const store of stores) await waitForStoreSync(sandbox, merchant, store.id);
  await composeReports(merchant);
  await makeDesigns(merchant);
}

/** What the merchant changes by hand on this day. */
async function care(merchant: Merchant, running: readonly Running[], day: number): Promise<void> {
  for (const { id, planned: plan } of running) {
    if (plan.pausedOn === day) await merchant.call(`POST Clients/Campaigns/${id}/pause`);
    if (plan.budget?.on === day)
      await merchant.call(`PATCH Clients/Campaigns/${id}`, {
        body: { daily_budget_halalas: plan.budget.riyals * 100 },
      });
  }
}

/** Launches a campaign with the picture of a product, and waits until its platform has confirmed it. */
async function launch(merchant: Merchant, store: TestStore, begun: Planned): Promise<string> {
  const { platform, name, headline, dailyRiyals } = begun;
  const { id: adAccountId } = await linkAdAccount(merchant, platform);
  await merchant.call("POST Clients/Conversions/destination", {
    body: { ad_account_id: adAccountId, is_enabled: true },
  });
  const mediaId = platform === "google" ? null : await takePicture(merchant, begun);
  const input = buildCampaignInput({ platform, adAccountId, store, mediaId, dailyRiyals }, name, headline);
  const plan = await merchant.call<{ id: string; campaigns: { id: string }[] }>("POST Clients/Plans/create", {
    body: { name, objective: "sales", campaigns: [input] },
  });
  const operation = await merchant.call<{ id: string }>(`POST Clients/Plans/${plan.id}/launch`);
  const id = plan.campaigns[0]?.id ?? "";
  await until(
    "the platform's confirmation",
    async () => {
      const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`);
      return sync === "synced";
    },
    60,
  ).catch(async (error: unknown) => {
    const items = await merchant.call(`GET Clients/Operations/${operation.id}/items`);
    throw new Error(`${platform} did not launch: ${JSON.stringify(items)}`, { cause: error });
  });
  return id;
}

async function takePicture(merchant: Merchant, { platform, beginsOn }: Planned): Promise<string> {
  const { items } = await merchant.call<{ items: { id: string }[] }>(
    "GET Clients/Stores/products?size=10&sort=sales",
  );
  const product = items[beginsOn % items.length];
  const { id } = await merchant.call<{ id: string }>("POST Clients/Media/from-product", {
    body: { product_id: product?.id, platform, fit: "fill" },
  });
  return id;
}

/** A rule that acts, one that asks first, and one on trial. */
async function putRulesOn(merchant: Merchant): Promise<void> {
  const rules = [
    {
      mode: "live",
      name: "أوقف الخاسر",
      value: 60,
      stage: "placed",
      window_days: 7,
      min_spend_halalas: 600_00,
    },
    {
      mode: "live",
      name: "زد الرابح",
      comparison: "greater",
      value: 250,
      stage: "placed",
      action: "increase_budget",
      change_unit: "percent",
      change_value: 10,
      max_acts_per_day: 1,
      cooldown_hours: 72,
    },
    { mode: "shadow", name: "تجربة: أوقف ما دون 1.5", value: 150, stage: "placed", window_days: 3 },
  ];
  for (const { mode, ...fields } of rules) {
    const { id } = await merchant.call<{ id: string }>("POST Clients/ControlRules/create", {
      body: { ...aRuleBody, ...fields },
    });
    await merchant.call(`POST Clients/ControlRules/${id}/status`, { body: { status: "active", mode } });
  }
}

type Link = { id: string; url: string };

async function makeLinks(merchant: Merchant, stores: readonly TestStore[]): Promise<Link[]> {
  const links = [
    {
      name: "مراجعة ريم لتمر العجوة في إنستغرام",
      platform: "instagram",
      tags: ["مؤثرون"],
      utm: { source: "instagram", medium: "influencer", campaign: "ajwa" },
    },
    { name: "ورقة الشكر في الطرد", platform: "qr", tags: ["الطرود"] },
    { name: "قائمة واتساب للعملاء", platform: "whatsapp", tags: ["العملاء"] },
  ];
  const made: Link[] = [];
  for (const [at, body] of links.entries())
    made.push(
      await merchant.call<Link>("POST Clients/Tracking/create", {
        body: { destination_url: stores[at % 2]?.link, project_name: "موسم التمور", ...body },
      }),
    );
  return made;
}

const phones = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.0",
];

/** Shoppers who follow the links and read the page on this day. */
async function visit(
  product: string,
  links: readonly Link[],
  page: { slug: string } | undefined,
  day: number,
) {
  for (const [at, { url }] of links.entries()) {
    const count = 3 + ((day * 7 + at * 5) % 9) + (day % 7 >= 5 ? 4 : 0);
    for (let click = 0; click < count; click += 1)
      await fetch(url, {
        redirect: "manual",
        headers: { "user-agent": phones[(click + at) % phones.length] ?? "" },
      });
  }
  if (!page) return;
  for (let view = 0; view < 4 + (day % 5); view += 1)
    await fetch(`${product}/p/${page.slug}`, {
      headers: { "user-agent": phones[view % phones.length] ?? "" },
    });
}
