import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "#app/testing/read-pdf.ts";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { loadMessages, type Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { recordMoves } from "../../testing/moves.ts";
import { saveHoldDetails, saveHolds } from "../holds.store.ts";
import { printMonth } from "./print-month.ts";
import { sealMonths } from "./seal-months.ts";

const merchantId = "mer_1";
const now = new Date("2026-12-02T09:00:00Z");
let db: TestDb;
let messages: Messages;
const settings = { adSpendInvoicing: "monthly" as const };
const merchants = { findContact: async () => ({ name: "متجر نخلة", mobile: "+966512345678" }) };

beforeAll(async () => {
  messages = await loadMessages(new URL("../../../..", import.meta.url).pathname);
  db = await testDb();
  await db.reset();
  await nameCampaign("cmp_1", "تمور العُلا – العيد");
  await nameCampaign("cmp_2", "Winter coats");
  const at = (day: string) => `2026-${day}:00:00Z`;
  await recordMoves(db, merchantId, [
    { at: at("10-30T09"), kind: "deposit", amount: 20_000, reference: "dep_1", key: "k1" },
    { at: at("11-20T09"), kind: "deposit", amount: 100_000, reference: "dep_2", key: "k2" },
    { at: at("11-20T10"), kind: "ad_spend", amount: -1_050, reference: "cmp_1", key: "k3" },
    { at: at("11-20T11"), kind: "ad_spend", amount: -500, reference: "cmp_2", key: "k4" },
    {
      at: at("11-20T22"),
      kind: "ad_spend_correction",
      amount: 300,
      reference: "cmp_1",
      key: "k5",
      day: "2026-11-20",
    },
  ]);
  await sealMonths({ systemClock: frozenClock(now) })(db, { now });
});
afterAll(() => db.close());

async function nameCampaign(subject: string, title: string, merchant = merchantId) {
  await transact(testContext(db, merchant, now), async (ctx) => {
    const key = { purpose: "campaign", subject } as const;
    await saveHolds(ctx, [{ ...key, target_halalas: 0, held_halalas: 0, moves: 0 }]);
    await saveHoldDetails(ctx, key, { title, explanation: null });
  });
}

async function print(month: string, language: Language, merchant = merchantId) {
  const file = await printMonth({ messages, merchants, settings })(testContext(db, merchant, now), {
    month,
    language,
  });
  return { ...file, pdf: await buffer((await file.open()) ?? Readable.from([])) };
}

describe("a month's statement as PDF", () => {
  it.each<[Language, string[]]>([
    ["ar", ["كشف", "نخلة", "الختامي", "تمور"]],
    ["en", ["Opening", "متجر", "Closing", "Winter coats", "Ad spend"]],
  ])("has its balances, lines and seal in the reader's language: %s", async (language, words) => {
    const { pdf, mime } = await print("2026-11", language);
    const { text, pages } = await readPdf(pdf);
    expect([mime, pages]).toEqual(["application/pdf", 1]);
    for (const word of [...words, "200.00", "1,187.50", "1,003.00", "2026-11-20", "-10.50"])
      expect(text).toContain(word);
    expect(text.replaceAll(" ", "")).toMatch(/[0-9a-f]{64}/);
  });

  describe("of more than 2,000 lines", () => {
    const merchant = "mer_3";
    /** 68 campaigns spend on each of 30 days, campaign 7 SAR 1.07 a day; one correction and two refunds beside. */
    beforeAll(async () => {
      await nameCampaign("cmp_7", "Running shoes", merchant);
      await recordMoves(db, merchant, [
        { at: "2026-10-30T09:00:00Z", kind: "deposit", amount: 1_000_000, reference: "dep_3", key: "m1" },
      ]);
      for (let day = 1; day <= 30; day += 1)
        await db.run(sql`
          select wallet.transfer(${merchant}, ${`m3:${day}:`} || number, 'mer_3:available', 'rawaj:ad_spend:00',
            100 + number, 'ad_spend', 'cmp_' || number, date '2026-10-31' + ${day}::int,
            timestamptz '2026-10-31T09:00:00Z' + ${day}::int * interval '1 day')
          from generate_series(1, 68) number order by number`);
      const at = "2026-11-30T10:00:00Z";
      await recordMoves(db, merchant, [
        { at, kind: "ad_spend_correction", amount: 111, reference: "cmp_7", key: "m4" },
        { at, kind: "refund", amount: -300, reference: "dep_3", key: "m5" },
        { at, kind: "refund", amount: -200, reference: "dep_4", key: "m6" },
      ]);
    });

    it.each<[Language, string[]]>([
      ["ar", ["2,043", "Excel", "الختامي"]],
      ["en", ["This month has 2,043 lines", "Ad spend", "Refund to the card"]],
    ])("is summed by campaign and kind, says so, and adds up to its lines: %s", async (language, words) => {
      const { pdf } = await print("2026-11", language, merchant);
      const { text, pages } = await readPdf(pdf);
      expect(pages).toBeLessThan(6);
      for (const word of [...words, "10,000.00", "1.11", "-2,748.80", "7,252.31"])
        expect(text).toContain(word);
      for (const word of ["Running shoes", "-32.10", "-5.00"]) expect(text).toContain(word);
      const deducted = (text.match(/-[\d,]+\.\d\d/g) ?? []).map((amount) =>
        Math.round(Number(amount.replaceAll(",", "")) * 100),
      );
      // Once as the month's sum, once as its rows.
      expect(deducted.reduce((sum, amount) => sum + amount, 0)).toBe(2 * -274_880);
    });
  });

  it("of more than 2,000 campaigns is summed by kind", async () => {
    const merchant = "mer_4";
    await recordMoves(db, merchant, [
      { at: "2026-11-01T09:00:00Z", kind: "deposit", amount: 1_000_000, reference: "dep_5", key: "n1" },
    ]);
    // The lines alone, without their entries: this many transfers would take half a minute.
    await db.run(sql`
      insert into wallet.statement_days (merchant_id, day, reference, kind, charge_type, total_halalas, entries,
        first_line, last_line, first_business_day, last_business_day)
      select ${merchant}, date '2026-11-01', 'cmp_' || number, 'ad_spend', 'withdrawal', 100, 1, 1 + number,
        1 + number, date '2026-11-01', date '2026-11-01'
      from generate_series(1, 2001) number`);
    const { text, pages } = await readPdf((await print("2026-11", "en", merchant)).pdf);
    expect(pages).toBe(1);
    expect(text).toContain("summed by kind here");
    expect(text.match(/-2,001\.00/g)).toHaveLength(2);
  });

  it("of a month without entries, or of another merchant, is not found", async () => {
    for (const [month, merchant] of [
      ["2026-09", merchantId],
      ["2026-11", "mer_2"],
    ] as const)
      await expect(print(month, "ar", merchant)).rejects.toMatchObject({ code: "base.not_found" });
  });
});
