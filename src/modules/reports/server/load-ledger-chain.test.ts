import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { recordCampaign } from "#modules/figures/server/measured.store.ts";
import { pollAccount } from "#modules/figures/server/poll-account.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { aWallet, paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import { loadLedgerChain } from "./load-ledger-chain.ts";

const merchantId = "mer_1";
const now = new Date("2026-11-21T09:20:00Z");
const body = '{"request_status":"SUCCESS","spend":12345}';
const sha256 = createHash("sha256").update(body).digest("hex");
const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
const figures = makeFiguresFacade({ systemClock: frozenClock(now) });
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const ctx = () => testContext(db, merchantId, now);
const chain = loadLedgerChain({
  figures,
  findEntry: wallet.findEntry,
  findCampaign: async (_, id) => ({ id, name: "تمور العُلا", platform: "snapchat" }),
});

/** An hour of a campaign's figures is read from its platform, kept as received, and settled in the wallet. */
beforeEach(async () => {
  await db.reset();
  await aWallet(db, merchantId, 50_000);
  await transact(ctx(), (ctx) =>
    recordCampaign(ctx, {
      campaign_id: "cmp_1",
      platform: "snapchat",
      ad_account_id: "aac_1",
      platform_id: "plat_1",
      name: "تمور العُلا",
      status: "active",
      starts_at: new Date("2026-11-20T00:00:00Z"),
      may_spend_since: new Date("2026-11-20T00:00:00Z"),
      updated_at: now,
    }),
  );
  const poll = pollAccount({
    wallet,
    readerFor: () => ({
      async *readFigures(query, record) {
        record?.({ status: 200, text: body });
        const startsAt = new Date("2026-11-21T06:00:00Z");
        yield [
          {
            platformAdId: "plat_ad",
            startsAt: query.grain === "day" ? new Date("2026-11-20T21:00:00Z") : startsAt,
            impressions: 1_000,
            clicks: 20,
            spend: halalas(1_234),
            platformReportedPurchases: 0,
            platformReportedSales: halalas(0),
          },
        ];
      },
    }),
  });
  await poll(systemContext(db, merchantId, now), {
    adAccountId: "aac_1",
    platform: "snapchat",
    name: "نخلة",
    currency: "SAR",
    timeZone: "Asia/Riyadh",
    campaigns: [
      { campaignId: "cmp_1", platformCampaignId: "plat_1", startsAt: new Date("2026-11-20T00:00:00Z") },
    ],
    ads: new Map([["plat_ad", { adId: "ad_1", campaignId: "cmp_1" }]]),
  });
});

describe("an entry of ad spend", () => {
  it("leads to its campaign's day and to what the platform answered when it was written", async () => {
    const found = await chain(ctx(), { number: 2, language: "ar" });
    expect(found.entry).toMatchObject({
      kind: "ad_spend",
      amount_halalas: 1_234,
      reference: "cmp_1",
      seal: null,
    });
    expect(found.campaign).toMatchObject({ name: "تمور العُلا", settled_halalas: 1_234 });
    expect(found.campaign?.figures).toMatchObject({ clicks: 20, spend_halalas: 1_234, orders_placed: 0 });
    expect(found.campaign?.answers).toEqual([
      { sha256, bytes: body.length, has_body: true, received_at: now.toISOString(), is_of_entry: true },
    ]);
  });

  it("gives the platform's answer exactly as it was received, to its merchant alone", async () => {
    expect((await figures.loadAnswerBody(ctx(), { sha256 }))?.toString()).toBe(body);
    expect(await figures.loadAnswerBody(testContext(db, "mer_2", now), { sha256 })).toBeNull();
  });

  it("keeps the hash of an answer whose body is past its retention", async () => {
    await db.run(sql`update figures.answers set body = null`);
    const found = await chain(ctx(), { number: 2, language: "ar" });
    expect(found.campaign?.answers).toMatchObject([{ sha256, has_body: false }]);
    expect(await figures.loadAnswerBody(ctx(), { sha256 })).toBeNull();
  });
});

describe("any other entry", () => {
  it("has no campaign, and an unknown number is not found", async () => {
    expect(await chain(ctx(), { number: 1, language: "ar" })).toMatchObject({
      entry: { kind: "deposit" },
      campaign: null,
    });
    await expect(chain(ctx(), { number: 99, language: "ar" })).rejects.toMatchObject({
      code: "base.not_found",
    });
    const other = testContext(db, "mer_2", now);
    await expect(chain(other, { number: 1, language: "ar" })).rejects.toMatchObject({
      code: "base.not_found",
    });
  });
});
