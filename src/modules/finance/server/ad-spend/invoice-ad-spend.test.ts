import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages, type Messages } from "#base/server/messages.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeInvoicesFacade } from "#modules/billing/server/invoices/invoices.facade.ts";
import { sampleSeller } from "#modules/billing/testing/sample-seller.ts";
import { makeFiguresFacade, recordCampaign } from "#modules/figures/server/figures.facade.ts";
import type { AdSpendInvoicing } from "#modules/wallet/contract/enums.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { aWallet, paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import type { AdSpendDeps } from "./ad-spend.deps.ts";
import { invoiceAdSpend } from "./invoice-ad-spend.ts";

const log = makeLog("silent");
let db: TestDb;
let messages: Messages;

beforeAll(async () => {
  messages = await loadMessages(new URL("../../../..", import.meta.url).pathname);
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const invoices = makeInvoicesFacade({ loadSeller: async () => sampleSeller });
const toWallet = (adSpendInvoicing: AdSpendInvoicing) =>
  makeWalletFacade({ payments: paymentsWithCards, log, settings: { adSpendInvoicing } });

type Options = { invoicing?: AdSpendInvoicing; issueInvoice?: typeof invoices.issueInvoice };
/** The job at this time, in a process with this setting. */
function run(at: string, { invoicing = "monthly", issueInvoice = invoices.issueInvoice }: Options = {}) {
  const deps = {
    wallet: toWallet(invoicing),
    billing: { ...invoices, issueInvoice } as unknown as AdSpendDeps["billing"],
    figures: makeFiguresFacade({ systemClock: { now: () => new Date(at) } }),
    messages,
    log,
  };
  return invoiceAdSpend(deps)(db, { now: new Date(at), signal: AbortSignal.timeout(60_000) });
}

/** What a platform reports as the whole spend of a campaign's day, settled at this time. */
const spend = (merchantId: string, campaignId: string, day: string, total: number, at = `${day}T20:00:00Z`) =>
  transact(systemContext(db, merchantId, new Date(at)), (ctx) =>
    toWallet("monthly").settleSpends(ctx, [
      { campaign_id: campaignId, day: day as RiyadhDay, total_halalas: total },
    ]),
  );
const campaign = (campaign_id: string, platform: "snapchat" | "tiktok", merchantId = "mer_1") =>
  transact(systemContext(db, merchantId, new Date("2026-10-01T09:00:00Z")), (ctx) =>
    recordCampaign(ctx, {
      campaign_id,
      platform,
      ad_account_id: `aac_${platform}`,
      platform_id: null,
      name: "عسل السدر",
      status: "active",
      starts_at: ctx.now,
      may_spend_since: ctx.now,
      updated_at: ctx.now,
    }),
  );

type Issued = {
  number: string;
  source_id: string;
  gross: number;
  title_ar: string;
  title_en: string;
  supplied_on: string;
  paid_by: string;
  lines: { title: string; net: number; vat: number; gross: number }[];
};
const list = (merchantId = "mer_1") =>
  db.many<Issued>(sql`
    select number, source_id, title_ar, title_en, supplied_on, paid_by,
      case kind when 'invoice' then gross_halalas else -gross_halalas end as gross,
      (select json_agg(json_build_object('title', line.title_en, 'net', line.net_halalas, 'vat', line.vat_halalas,
        'gross', line.gross_halalas) order by line_no) from billing.invoice_lines line where invoice_id = id) as lines
    from billing.invoices where merchant_id = ${merchantId} order by counter`);
const sums = async (merchantId?: string) =>
  (await list(merchantId)).map(({ source_id, gross }) => [source_id, gross]);
const countEntries = async () =>
  (await db.one<{ entries: number }>(sql`select count(*)::int as entries from wallet.entries`)).entries;

describe("a month's ad spend", () => {
  it("is one invoice with a line for each platform, and moves no money", async () => {
    await aWallet(db, "mer_1", 100_000);
    await campaign("cmp_1", "snapchat");
    await campaign("cmp_2", "tiktok");
    await campaign("cmp_3", "snapchat");
    await spend("mer_1", "cmp_1", "2026-10-05", 10_001);
    await spend("mer_1", "cmp_2", "2026-10-20", 9_900);
    await spend("mer_1", "cmp_3", "2026-10-31", 100);
    await spend("mer_1", "cmp_3", "2026-11-01", 777);
    const entries = await countEntries();

    await run("2026-11-08T20:59:59Z");
    expect(await list()).toEqual([]);
    await run("2026-11-08T21:00:00Z");
    const [invoice, ...more] = await list();
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      number: "INV-2026-000001",
      source_id: "2026-10",
      title_ar: "الإنفاق الإعلاني، أكتوبر 2026",
      title_en: "Ad spend, October 2026",
      supplied_on: "2026-10-31",
      paid_by: "balance",
      gross: 20_001,
      lines: [
        { title: "Ad spend, October 2026: Snapchat", gross: 10_101 },
        { title: "Ad spend, October 2026: TikTok", gross: 9_900 },
      ],
    });
    const lines = invoice?.lines ?? [];
    expect(lines.reduce((total, { net, vat }) => total + net + vat, 0)).toBe(20_001);
    // 15 / 115 of 200.01 riyals.
    expect(lines.reduce((total, { vat }) => total + vat, 0)).toBe(2_609);
    expect(await countEntries()).toBe(entries);
  });

  it("is invoiced once by two processes at once, again and again, and after one was killed within a merchant", async () => {
    for (const merchant of ["mer_1", "mer_2", "mer_3"]) {
      await aWallet(db, merchant, 50_000);
      await spend(merchant, `cmp_${merchant}`, "2026-10-05", 1_000);
    }
    let killed = 0;
    const issueInvoice: typeof invoices.issueInvoice = async (ctx, input) => {
      const issued = await invoices.issueInvoice(ctx, input);
      if (ctx.actor.merchantId !== "mer_2") return issued;
      killed += 1;
      throw new Error("the process was killed");
    };
    await run("2026-11-09T09:00:00Z", { issueInvoice });
    expect([killed, await sums("mer_2")]).toEqual([1, []]);
    expect(await sums("mer_3")).toEqual([["2026-10", 1_000]]);

    await Promise.all([run("2026-11-09T10:00:00Z"), run("2026-11-09T10:00:00Z")]);
    await run("2026-11-09T11:00:00Z");
    for (const merchant of ["mer_1", "mer_2", "mer_3"])
      expect(await sums(merchant)).toEqual([["2026-10", 1_000]]);
    const numbers = await db.many(sql`select number from billing.invoices order by number`);
    expect(numbers).toEqual([1, 2, 3].map((number) => ({ number: `INV-2026-00000${number}` })));
  });

  it("that changes after its invoice is credited, or invoiced further, with the next month's run", async () => {
    await aWallet(db, "mer_1", 100_000);
    await spend("mer_1", "cmp_1", "2026-10-05", 10_000);
    await run("2026-11-09T09:00:00Z");
    await spend("mer_1", "cmp_1", "2026-10-05", 9_000, "2026-11-20T09:00:00Z");
    await spend("mer_1", "cmp_1", "2026-11-20", 2_000);
    await run("2026-11-25T09:00:00Z");
    expect(await sums()).toEqual([["2026-10", 10_000]]);
    await run("2026-12-09T09:00:00Z");
    expect(await sums()).toEqual([
      ["2026-10", 10_000],
      ["2026-10", -1_000],
      ["2026-11", 2_000],
    ]);
    await spend("mer_1", "cmp_1", "2026-10-05", 9_500, "2026-12-20T09:00:00Z");
    await run("2027-01-09T09:00:00Z");
    expect((await list()).at(-1)).toMatchObject({
      source_id: "2026-10:2026-12",
      gross: 500,
      title_en: "Ad spend, October 2026: settled after the invoice",
      supplied_on: "2026-10-31",
    });
    // All of it goes back: the further invoice first, then what is left of the first one.
    await spend("mer_1", "cmp_1", "2026-10-05", 0, "2027-01-20T09:00:00Z");
    await run("2027-02-09T09:00:00Z");
    expect((await sums()).slice(-2)).toEqual([
      ["2026-10:2026-12", -500],
      ["2026-10", -9_000],
    ]);
  });

  it("is invoiced as far as money covered it, and the rest once it is paid", async () => {
    await aWallet(db, "mer_1", 1_000);
    await spend("mer_1", "cmp_1", "2026-10-31", 1_500);
    await run("2026-11-09T09:00:00Z");
    expect(await sums()).toEqual([["2026-10", 1_000]]);
    await aWallet(db, "mer_1", 5_000, "deposit:later");
    await spend("mer_1", "cmp_1", "2026-11-21", 100);
    await run("2026-12-09T09:00:00Z");
    expect(await sums()).toEqual([
      ["2026-10", 1_000],
      ["2026-10:2026-11", 500],
      ["2026-11", 100],
    ]);
  });

  it("of a merchant without spend is no document, and no row", async () => {
    await aWallet(db, "mer_1", 100_000);
    await run("2026-12-09T09:00:00Z");
    expect(await list()).toEqual([]);
    expect(await db.many(sql`select 1 from finance.ad_spend_turns`)).toEqual([]);
  });
});

describe("the setting", () => {
  it("none: nothing is invoiced, and a month stays so when the setting changes", async () => {
    await aWallet(db, "mer_1", 100_000);
    await spend("mer_1", "cmp_1", "2026-10-05", 1_000);
    await spend("mer_1", "cmp_1", "2026-11-05", 2_000);
    await run("2026-11-09T09:00:00Z", { invoicing: "none" });
    await run("2026-11-10T09:00:00Z", { invoicing: "monthly" });
    expect(await list()).toEqual([]);
    await run("2026-12-09T09:00:00Z", { invoicing: "monthly" });
    expect(await sums()).toEqual([["2026-11", 2_000]]);
    // Back again: what is invoiced already is still corrected.
    await spend("mer_1", "cmp_1", "2026-11-05", 1_500, "2026-12-20T09:00:00Z");
    await spend("mer_1", "cmp_1", "2026-12-05", 3_000, "2026-12-20T09:00:00Z");
    await run("2027-01-09T09:00:00Z", { invoicing: "none" });
    expect((await sums()).slice(1)).toEqual([["2026-11", -500]]);
  });

  it("makes up for months that were missed, and waits while money writes are stopped", async () => {
    await aWallet(db, "mer_1", 100_000);
    await spend("mer_1", "cmp_1", "2026-10-05", 1_000);
    await run("2026-11-09T09:00:00Z");
    await spend("mer_1", "cmp_1", "2026-11-05", 2_000, "2026-11-20T09:00:00Z");
    await spend("mer_1", "cmp_1", "2026-12-05", 3_000);
    await db.run(sql`insert into wallet.write_lock (reason) values ('{}')`);
    await run("2027-01-09T09:00:00Z");
    expect(await sums()).toEqual([["2026-10", 1_000]]);
    await db.run(sql`delete from wallet.write_lock`);
    await run("2027-01-09T10:00:00Z");
    expect(await sums()).toEqual([
      ["2026-10", 1_000],
      ["2026-11", 2_000],
      ["2026-12", 3_000],
    ]);
  });
});
