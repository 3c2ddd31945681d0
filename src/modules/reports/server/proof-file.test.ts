import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeInvoicesFacade } from "#modules/billing/server/invoices/invoices.facade.ts";
import { sampleSeller } from "#modules/billing/testing/sample-seller.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { KeptAnswer } from "#modules/figures/server/find-answers.ts";
import { invoiceAdSpend } from "#modules/finance/server/ad-spend/invoice-ad-spend.ts";
import { findLedgerMonth, streamLedgerEntries } from "#modules/wallet/server/statement/ledger-month.ts";
import { sealMonths } from "#modules/wallet/server/statement/seal-months.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import { recordMoves } from "#modules/wallet/testing/moves.ts";
import { verifyChain, verifyProof } from "../../../../scripts/verify-proof.mjs";
import { writeProof } from "./proof-file.ts";
import { toProofInvoices } from "./proof-invoices.ts";

const merchantId = "mer_1";
const now = new Date("2026-12-02T09:00:00Z");
let db: TestDb;

const log = makeLog("silent");
const invoices = makeInvoicesFacade({ loadSeller: async () => sampleSeller });
const wallet = makeWalletFacade({
  payments: paymentsWithCards,
  log,
  settings: { adSpendInvoicing: "monthly" },
});
const deps = {
  streamLedgerEntries,
  figures: {
    listAnswers: async (_: unknown, days: readonly { campaign_id: string; day: string }[]) =>
      days.map(
        ({ campaign_id, day }): KeptAnswer => ({
          campaign_id,
          day,
          sha256: "a".repeat(64),
          platform: "snapchat",
          bytes: 10,
          received_at: now,
          has_body: true,
        }),
      ),
  },
  streamInvoices: (ctx: ReadContext, month: string) => toProofInvoices(invoices.streamInvoices(ctx, month)),
};

beforeAll(async () => {
  db = await testDb();
  await db.reset();
  await recordMoves(db, merchantId, [
    { at: "2026-10-05T09:00:00Z", kind: "deposit", amount: 50_000, reference: "dep_1", key: "k1" },
  ]);
  await spend("2026-10-05T10:00:00Z", 1_200);
  await spend("2026-10-05T11:00:00Z", 2_000);
  await spend("2026-10-06T11:00:00Z", 1_700);
  await recordMoves(db, merchantId, [
    { at: "2026-11-06T11:00:00Z", kind: "ad_spend", amount: -700, reference: "cmp_2", key: "k5" },
    { at: "2026-12-01T11:00:00Z", kind: "deposit", amount: 900, reference: "dep_2", key: "k6" },
  ]);
  await issueDocuments();
  await invoiceSpend(new Date("2026-11-09T09:00:00Z"));
  await sealMonths({ systemClock: frozenClock(now) })(db, { now });
});
afterAll(() => db.close());

/** An invoice of 115.00 SAR and a credit note of 23.00 SAR in October, and another merchant's invoice between them. */
async function issueDocuments() {
  const at = new Date("2026-10-05T09:00:00Z");
  const line = {
    title_ar: "النمو",
    title_en: "Growth",
    quantity: 1,
    gross_halalas: 11_500,
    vat_basis_points: 1_500,
  };
  const issue = (merchant: string) =>
    transact(testContext(db, merchant, at), (ctx) =>
      invoices.issueInvoice(ctx, { source: { kind: "order", id: "ord_1" }, lines: [line], paid_by: "card" }),
    );
  const { invoice_id } = await issue(merchantId);
  await issue("mer_2");
  const refund = { invoice_id, amount_halalas: 2_300, reason: "إلغاء", key: "orf_1" };
  await transact(testContext(db, merchantId, at), (ctx) => invoices.issueCreditNote(ctx, refund));
}

/** What the platform reported by then as the spend of 5 October in all. */
const spend = (at: string, total_halalas: number) =>
  transact(testContext(db, merchantId, new Date(at)), (ctx) =>
    wallet.settleSpends(ctx, [{ campaign_id: "cmp_1", day: "2026-10-05" as RiyadhDay, total_halalas }]),
  );

/** The monthly job: October's ad spend is invoiced in November. */
async function invoiceSpend(at: Date) {
  await invoiceAdSpend({
    wallet,
    billing: invoices as unknown as Parameters<typeof invoiceAdSpend>[0]["billing"],
    figures: makeFiguresFacade({ systemClock: frozenClock(at) }),
    messages: await loadMessages(new URL("../../..", import.meta.url).pathname),
    log,
  })(db, { now: at, signal: AbortSignal.timeout(60_000) });
}

async function prove(month: string): Promise<string> {
  const ctx = testContext(db, merchantId, now);
  const found = await findLedgerMonth(ctx, month);
  if (!found) throw new Error("no entries");
  let text = "";
  for await (const line of writeProof(deps, ctx, found)) text += line;
  return text;
}
const verify = (text: string) => verifyProof([Buffer.from(text)]);
/** Of the merchant's documents, as the chain has them. */
async function loadHashes(): Promise<string[]> {
  const stored = await db.many<{ hash: string }>(
    sql`select hash from billing.invoices where merchant_id = ${merchantId} order by counter`,
  );
  return stored.map(({ hash }) => Buffer.from(hash, "base64").toString("hex"));
}
const types = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);

describe("a proof file", () => {
  it("holds entries, captured days, invoices and the seal, and the script finds it right", async () => {
    const text = await prove("2026-10");
    const expected = [
      ...["proof", "entry", "entry", "entry", "entry", "captured_day"],
      ...["invoice", "invoice", "seal", "end"],
    ];
    expect(types(text)).toEqual(expected);
    expect(await verify(text)).toMatchObject({ month: "2026-10", is_final: true, closing_halalas: 48_300 });
    expect(text).toContain('"settled_halalas":1700');
  });

  it("names the merchant's documents of the month with the hashes of the chain; credit notes are negative", async () => {
    const named = (await prove("2026-10")).split("\n").filter((line) => line.includes('"type":"invoice"'));
    const hashes = await loadHashes();
    expect(named.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        number: "INV-2026-000001",
        total_halalas: 11_500,
        vat_halalas: 1_500,
        hash: hashes[0],
      }),
      expect.objectContaining({
        number: "CRN-2026-000001",
        total_halalas: -2_300,
        vat_halalas: -300,
        hash: hashes[1],
      }),
    ]);
    expect(await prove("2026-12")).not.toContain('"type":"invoice"');
  });

  it("names the invoice of a month's ad spend where it was issued; it comes to the days captured for that month", async () => {
    const text = await prove("2026-11");
    const named = text.split("\n").filter((line) => line.includes('"type":"invoice"'));
    expect(named.map((line) => JSON.parse(line))).toEqual([
      {
        type: "invoice",
        number: "INV-2026-000003",
        issued_at: "2026-11-09T09:00:00.000Z",
        total_halalas: 1_700,
        vat_halalas: 222,
        hash: (await loadHashes())[2],
      },
    ]);
    expect(await verify(text)).toMatchObject({ month: "2026-11", is_final: true });
    const changed = named[0]?.replace("1700", "1701") ?? "";
    await expect(verify(text.replace(named[0] ?? "", changed))).rejects.toThrow("changed after");
  });

  it("shows no balance of the platform's own accounts", async () => {
    expect(await prove("2026-10")).not.toMatch(/"(?:from|to)_balance_after/);
  });

  it("of months one after another is a chain, and of the running month says that it is not sealed", async () => {
    const seals: Awaited<ReturnType<typeof verify>>[] = [];
    for (const month of ["2026-10", "2026-11", "2026-12"]) seals.push(await verify(await prove(month)));
    expect(seals.map(({ is_final }) => is_final)).toEqual([true, true, false]);
    expect(() => verifyChain(seals)).not.toThrow();
    expect(() => verifyChain(seals.toReversed())).toThrow("not after");
    const [first, second] = seals;
    if (first && second)
      expect(() => verifyChain([{ ...first, hash: "c".repeat(64) }, second])).toThrow("seal of");
  });

  it("with one byte changed is found wrong, whichever byte of whichever line it is", async () => {
    const bytes = Buffer.from(await prove("2026-10"));
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(verifyProof([changed]), `byte ${at}`).rejects.toThrow();
    }
  });

  it("is found wrong when a line is missing, doubled or added, or the file is cut", async () => {
    const text = await prove("2026-10");
    const lines = text.trim().split("\n");
    for (const [index, line] of lines.entries()) {
      await expect(verify(`${lines.toSpliced(index, 1).join("\n")}\n`)).rejects.toThrow();
      await expect(verify(`${lines.toSpliced(index, 0, line).join("\n")}\n`)).rejects.toThrow();
    }
    await expect(verify(text.slice(0, -1))).rejects.toThrow("cut");
  });

  it("whose end was made anew after a change is still found wrong by its sums and its seal", async () => {
    const { createHash } = await import("node:crypto");
    const text = await prove("2026-10");
    const lines = text
      .replace('"amount_halalas":800', '"amount_halalas":900')
      .trim()
      .split("\n")
      .slice(0, -1);
    const sha256 = createHash("sha256")
      .update(`${lines.join("\n")}\n`)
      .digest("hex");
    const end = JSON.stringify({ type: "end", lines: lines.length, sha256 });
    await expect(verify(`${lines.join("\n")}\n${end}\n`)).rejects.toThrow("does not follow");
  });
});
