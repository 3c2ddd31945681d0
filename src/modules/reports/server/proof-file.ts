import { createHash } from "node:crypto";
import type { ReadContext } from "#base/server/context.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import {
  computeSeal,
  type LedgerEntry,
  type LedgerMonth,
  makeEntriesHash,
  toEntryLine,
  type WalletFacade,
} from "#modules/wallet/server/wallet.facade.ts";

/** An invoice or a credit note as a proof names it; amounts with their sign. */
export type ProofInvoice = {
  number: string;
  issued_at: string;
  total_halalas: number;
  vat_halalas: number;
  /** SHA-256 of the document, as the next one names it. */
  hash: string;
};

export type ProofDeps = {
  figures: Pick<FiguresFacade, "listAnswers">;
  streamLedgerEntries: WalletFacade["streamLedgerEntries"];
  /** Those issued in the month, in the order they were issued. */
  streamInvoices(ctx: ReadContext, month: string): AsyncIterable<ProofInvoice>;
};

/** What is named in place of the seal before while the month before is not sealed. */
const openHash = "open";
const daysAtOnce = 500;

/** Kinds that settle a campaign's day; a correction takes back what was settled too much. */
const settles: Partial<Record<LedgerEntry["kind"], 1 | -1>> = {
  ad_spend: 1,
  shortage: 1,
  ad_spend_correction: -1,
  shortage_settled: -1,
};

/**
 * A month's proof, line by line, each a JSON object. `scripts/verify-proof.mjs` reads it. Memory holds one batch of
 * entries and one sum for each campaign's day.
 */
export async function* writeProof(
  deps: ProofDeps,
  ctx: ReadContext,
  month: LedgerMonth,
): AsyncGenerator<string> {
  const whole = createHash("sha256");
  let lines = 0;
  const toLine = (line: string) => {
    lines += 1;
    whole.update(`${line}\n`);
    return `${line}\n`;
  };
  for await (const line of listParts(deps, ctx, month)) yield toLine(line);
  yield `${JSON.stringify({ type: "end", lines, sha256: whole.digest("hex") })}\n`;
}

async function* listParts(deps: ProofDeps, ctx: ReadContext, month: LedgerMonth): AsyncGenerator<string> {
  const { merchant_id, opening_halalas, previous_hash } = month;
  const header = { type: "proof", version: 1, merchant_id, month: month.month, opening_halalas };
  yield JSON.stringify({ ...header, made_at: ctx.now.toISOString() });

  const hash = makeEntriesHash();
  const settled = new Map<string, number>();
  let entries = 0;
  let closing = opening_halalas;
  for await (const batch of deps.streamLedgerEntries(ctx, month))
    for (const entry of batch) {
      const line = toEntryLine(entry);
      hash.add(line);
      entries += 1;
      closing = entry.balance_after_halalas;
      addSettled(settled, entry);
      yield line;
    }
  yield* listCapturedDays(deps, ctx, settled);
  for await (const invoice of deps.streamInvoices(ctx, month.month))
    yield JSON.stringify({ type: "invoice", ...invoice });

  const counted = {
    merchant_id,
    month: month.month,
    opening_halalas,
    closing_halalas: closing,
    entries,
    entries_hash: hash.digest(),
    previous_hash: previous_hash ?? openHash,
  };
  // A sealed month shows what was sealed, so that entries changed since then no longer fit it.
  const sealed = month.seal ? { ...counted, ...month.seal } : { ...counted, hash: computeSeal(counted) };
  yield JSON.stringify({ type: "seal", is_final: month.seal !== null, ...sealed });
}

function addSettled(settled: Map<string, number>, entry: LedgerEntry): void {
  const sign = settles[entry.kind];
  if (!sign) return;
  const key = `${entry.reference} ${entry.business_day}`;
  settled.set(key, (settled.get(key) ?? 0) + sign * entry.amount_halalas);
}

/** The campaigns' days that the month's entries settle, each with what the platform answered about it. */
async function* listCapturedDays(
  { figures }: ProofDeps,
  ctx: ReadContext,
  settled: ReadonlyMap<string, number>,
): AsyncGenerator<string> {
  const keys = [...settled.keys()].sort();
  for (let start = 0; start < keys.length; start += daysAtOnce) {
    const days = keys.slice(start, start + daysAtOnce).map((key) => {
      const [campaign_id = "", day = ""] = key.split(" ");
      return { key, campaign_id, day };
    });
    const answers = await figures.listAnswers(ctx, days);
    const byDay = Map.groupBy(answers, ({ campaign_id, day }) => `${campaign_id} ${day}`);
    for (const { key, campaign_id, day } of days)
      yield JSON.stringify({
        type: "captured_day",
        campaign_id,
        day,
        settled_halalas: settled.get(key) ?? 0,
        answers: (byDay.get(key) ?? []).map(({ sha256, platform, received_at }) => ({
          sha256,
          platform,
          received_at: received_at.toISOString(),
        })),
      });
  }
}
