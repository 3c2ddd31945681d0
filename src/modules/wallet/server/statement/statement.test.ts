import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { type Actor, memberActor } from "#base/shared/actor.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { fakeNameActors } from "#modules/merchants/testing/fake-name-actors.ts";
import type { StatementFilter } from "../../contract/statement.calls.ts";
import { type Move, recordMoves } from "../../testing/moves.ts";
import { saveHoldDetails, saveHolds } from "../holds.store.ts";
import { exportStatement } from "./export-statement.ts";
import { listEntries } from "./list-entries.ts";
import { listLines, sumLines } from "./list-lines.ts";
import { listMonths } from "./list-months.ts";
import { nameLines } from "./name-lines.ts";

const merchantId = "mer_1";
const merchants = { nameActors: fakeNameActors };
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const own = (merchant = merchantId) => testContext(db, merchant, new Date("2026-11-23T09:00:00Z"));
let keys = 0;
const move = (at: string, kind: Move["kind"], amount: number, reference: string, day?: string): Move => {
  keys += 1;
  return { at, kind, amount, reference, key: `move:${keys}`, ...(day ? { day } : {}) };
};
const page = (filter: StatementFilter & { size?: number; cursor?: string | undefined } = {}) =>
  listLines(own(), { size: 25, ...filter });

async function nameCampaign(subject: string, title: string) {
  await transact(own(), async (ctx) => {
    const key = { purpose: "campaign", subject } as const;
    await saveHolds(ctx, [{ ...key, target_halalas: 0, held_halalas: 0, moves: 0 }]);
    await saveHoldDetails(ctx, key, { title, explanation: null });
  });
}

/** A deposit, two campaigns that spend by the hour on two days, and a correction of the first day on the second. */
async function aStatement() {
  await nameCampaign("cmp_1", "تمور العُلا");
  await nameCampaign("cmp_2", "Winter coats");
  await recordMoves(db, merchantId, [
    move("2026-11-20T08:00:00Z", "deposit", 100_000, "dep_1"),
    move("2026-11-20T09:00:00Z", "ad_spend", -1_000, "cmp_1"),
    move("2026-11-20T09:00:01Z", "ad_spend", -500, "cmp_2"),
    move("2026-11-20T10:00:00Z", "ad_spend", -2_000, "cmp_1"),
    move("2026-11-20T22:00:00Z", "ad_spend_correction", 300, "cmp_1", "2026-11-20"),
    move("2026-11-21T09:00:00Z", "ad_spend", -4_000, "cmp_1"),
  ]);
}

describe("the statement", () => {
  beforeEach(aStatement);

  it("is read oldest first, page by page, for an export", async () => {
    const first = await listLines(own(), { size: 3 }, "oldest_first");
    const rest = await listLines(own(), { size: 25, cursor: first.next_cursor ?? undefined }, "oldest_first");
    const { items } = await page();
    expect([...first.items, ...rest.items]).toEqual(items.toReversed());
  });

  it("has a line for each day, campaign and kind, each with the balance after it", async () => {
    const { items, next_cursor } = await page();
    expect(next_cursor).toBeNull();
    expect(
      items.map((line) => [
        line.day,
        line.kind,
        line.charge_type,
        line.amount_halalas,
        line.balance_after_halalas,
      ]),
    ).toEqual([
      ["2026-11-21", "ad_spend", "withdrawal", 4_000, 92_800],
      ["2026-11-21", "ad_spend_correction", "deposit", 300, 96_800],
      ["2026-11-20", "ad_spend", "withdrawal", 500, 96_500],
      ["2026-11-20", "ad_spend", "withdrawal", 3_000, 97_000],
      ["2026-11-20", "deposit", "deposit", 100_000, 100_000],
    ]);
    expect(items[1]).toMatchObject({
      reference_title: "تمور العُلا",
      first_business_day: "2026-11-20",
      last_business_day: "2026-11-20",
    });
  });

  it("folds the captures of a day into their line, and shows them one by one", async () => {
    const line = (await page({ reference: "cmp_1", to: "2026-11-20" })).items[0];
    expect(line).toMatchObject({ entries: 2, amount_halalas: 3_000 });
    const newest = await listEntries(own(), { line: line?.line ?? 0, size: 1 });
    expect(newest.items).toMatchObject([{ number: 4, amount_halalas: 2_000, balance_after_halalas: 96_500 }]);
    const older = await listEntries(own(), { line: 2, size: 1, cursor: newest.next_cursor ?? 0 });
    expect(older).toMatchObject({ items: [{ number: 2, amount_halalas: 1_000 }], next_cursor: null });
  });

  it("shows a merchant only their own lines and entries", async () => {
    expect((await listLines(own("mer_2"), { size: 25 })).items).toEqual([]);
    await expect(listEntries(own("mer_2"), { line: 1, size: 5 })).rejects.toMatchObject({
      code: "base.not_found",
    });
  });

  it.each<[string, StatementFilter, number]>([
    ["additions", { charge_type: "deposit" }, 2],
    ["a kind", { kind: "ad_spend" }, 3],
    ["a campaign", { reference: "cmp_2" }, 1],
    ["days", { from: "2026-11-21", to: "2026-11-21" }, 2],
    ["a name in another spelling", { search: "العلا تمور" }, 3],
    ["a name in other letters' case", { search: "WINTER" }, 1],
    ["an amount in Arabic digits", { search: "١٬٠٠٠" }, 1],
    ["the number of a folded operation", { search: "#4" }, 1],
    ["the beginning of a reference", { search: "dep_" }, 1],
    ["words that nothing has", { search: "حلوى" }, 0],
  ])("is filtered by %s, and its sums are those of the lines shown", async (_, filter, lines) => {
    const { items } = await page(filter);
    expect(items).toHaveLength(lines);
    const sum = (type: string) =>
      items
        .filter((line) => line.charge_type === type)
        .reduce((total, line) => total + line.amount_halalas, 0);
    expect(await sumLines(own(), filter)).toEqual({
      lines,
      entries: items.reduce((total, line) => total + line.entries, 0),
      additions_halalas: sum("deposit"),
      deductions_halalas: sum("withdrawal"),
    });
  });

  it("is exported oldest first, a deduction below zero, and a name cannot become a formula", async () => {
    await nameCampaign("cmp_1", "=HYPERLINK(1)");
    const messages = await loadMessages("src");
    const file = exportStatement({ messages, merchants })(own(), {
      filter: {},
      format: "csv",
      language: "en",
    });
    const rows = (await text((await file.open()) ?? Readable.from([]))).split("\r\n");
    expect(rows[0]).toContain("Date,Type,Operation");
    expect(rows[2]).toMatch(
      /^2026-11-20,.*'=HYPERLINK\(1\).*,cmp_1,,2026-11-20,2026-11-20,2,-30\.00,970\.00$/,
    );
    expect(file.fileName).toBe("Statement 2026-11-23.csv");
  });
});

describe("who began a movement", () => {
  const deposit = (id: string) => move("2026-11-20T08:00:00Z", "deposit", 5_000, id);
  const begin = (subject: string, by: Actor["by"]) =>
    transact({ ...own(), actor: { merchantId, by } }, (ctx) =>
      recordAudit(ctx, { module: "wallet", action: "wallet.deposit_begun", subject }),
    );

  it("is named with its line and in the file: a member by name, oneself and the product by a word, spend by none", async () => {
    await recordMoves(db, merchantId, [
      deposit("dep_hers"),
      deposit("dep_mine"),
      deposit("dep_planned"),
      deposit("dep_old"),
      move("2026-11-20T09:00:00Z", "ad_spend", -1_000, "cmp_1"),
    ]);
    await begin("dep_hers", { kind: "member", id: "mer_sara" });
    await begin("dep_hers", { kind: "staff", id: "stf_1" });
    await begin("dep_mine", { kind: "member", id: merchantId });
    await begin("dep_planned", { kind: "system", id: null });
    await begin("cmp_1", { kind: "member", id: "mer_sara" });
    const reader = { ...own(), actor: memberActor(merchantId, merchantId) };
    const { items } = await listLines(reader, { size: 10 });
    const lines = await nameLines({ merchants })(reader, items);
    expect(Object.fromEntries(lines.map(({ reference, by }) => [reference, by]))).toEqual({
      dep_hers: { kind: "member", name: "Name of mer_sara" },
      dep_mine: { kind: "member", name: null },
      dep_planned: { kind: "system", name: null },
      dep_old: null,
      cmp_1: null,
    });
    const messages = await loadMessages("src");
    const file = exportStatement({ messages, merchants })(reader, {
      filter: {},
      format: "csv",
      language: "en",
    });
    const rows = (await text((await file.open()) ?? Readable.from([]))).split("\r\n");
    expect(rows[1]).toContain(",dep_hers,Name of mer_sara,");
    expect(rows[2]).toContain(",dep_mine,you,");
  });
});

describe("booked days", () => {
  it("never go back with the clock, so that a day stays a range of entries", async () => {
    await recordMoves(db, merchantId, [
      move("2026-11-30T21:00:00Z", "deposit", 5_000, "dep_1"),
      move("2026-11-30T12:00:00Z", "ad_spend", -1_000, "cmp_1"),
    ]);
    expect((await page()).items.map(({ day }) => day)).toEqual(["2026-12-01", "2026-12-01"]);
  });

  it("open a month with the balance before its first entry", async () => {
    await recordMoves(db, merchantId, [
      move("2026-09-10T08:00:00Z", "deposit", 9_000, "dep_1"),
      move("2026-09-30T20:59:00Z", "ad_spend", -1_000, "cmp_1"),
      move("2026-09-30T21:00:00Z", "ad_spend", -2_000, "cmp_1"),
    ]);
    expect((await listMonths(own())).items).toMatchObject([
      { month: "2026-10", opening_halalas: 8_000, closing_halalas: 6_000, is_sealed: false },
      { month: "2026-09", opening_halalas: 0, closing_halalas: 8_000, is_sealed: false },
    ]);
  });
});

const aMove = fc.record({
  hours: fc.integer({ min: -3, max: 30 }),
  kind: fc.constantFrom<Move["kind"]>("deposit", "ad_spend", "ad_spend_correction", "refund"),
  reference: fc.constantFrom("cmp_1", "cmp_2", "dep_1"),
  amount: fc.integer({ min: 1, max: 5_000 }),
});

describe("whatever happens to a wallet", () => {
  it("the lines add up to the ledger, page by page, and each balance follows from the one before", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(aMove, { minLength: 1, maxLength: 15 }), async (moves) => {
        runs += 1;
        const owner = `mer_run_${runs}`;
        let at = Date.parse("2026-10-30T08:00:00Z");
        const made = moves.map(({ hours, kind, reference, amount }) => {
          at += hours * 3_600_000;
          const isIn = kind === "deposit" || kind === "ad_spend_correction";
          return move(new Date(at).toISOString(), kind, isIn ? amount : -amount, reference);
        });
        await recordMoves(db, owner, [move("2026-10-29T08:00:00Z", "deposit", 500_000, "dep_0"), ...made]);
        const lines = [];
        let cursor: string | undefined;
        do {
          const shown = await listLines(own(owner), { size: 3, cursor });
          lines.unshift(...shown.items.toReversed());
          cursor = shown.next_cursor ?? undefined;
        } while (cursor);
        let balance = 0;
        for (const line of lines) {
          balance += line.charge_type === "deposit" ? line.amount_halalas : -line.amount_halalas;
          expect(line.balance_after_halalas).toBe(balance);
        }
        const ledger = await db.one<{ entries: number; balance: number }>(sql`
          select count(*) as entries, (select sum(balance_halalas)::bigint from wallet.accounts
            where merchant_id = ${owner}) as balance
          from wallet.entries where merchant_id = ${owner} and line_no is not null`);
        expect(ledger).toEqual({
          entries: lines.reduce((sum, line) => sum + line.entries, 0),
          balance,
        });
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});
