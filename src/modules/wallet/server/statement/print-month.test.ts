import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "#app/testing/read-pdf.ts";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
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

async function nameCampaign(subject: string, title: string) {
  await transact(testContext(db, merchantId, now), async (ctx) => {
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

  it("of a month without entries, or of another merchant, is not found", async () => {
    for (const [month, merchant] of [
      ["2026-09", merchantId],
      ["2026-11", "mer_2"],
    ] as const)
      await expect(print(month, "ar", merchant)).rejects.toMatchObject({ code: "base.not_found" });
  });
});
