import { createHash } from "node:crypto";
import type { LedgerEntry } from "./ledger-month.ts";

/** An entry as one line of a proof file. The seal hashes exactly these characters, so their order never changes. */
export function toEntryLine(entry: LedgerEntry): string {
  return JSON.stringify({ type: "entry", ...entry });
}

/** Adds up the lines of a month's entries to one SHA-256, each with its line feed. */
export function makeEntriesHash() {
  const hash = createHash("sha256");
  return {
    add: (line: string) => void hash.update(`${line}\n`),
    digest: () => hash.digest("hex"),
  };
}

export type SealedFacts = {
  merchant_id: string;
  month: string;
  opening_halalas: number;
  closing_halalas: number;
  entries: number;
  entries_hash: string;
  previous_hash: string;
};

/** The seal of a month: it names the seal before it, so that no earlier month can be changed without every later seal. */
export function computeSeal(facts: SealedFacts): string {
  const { merchant_id, month, opening_halalas, closing_halalas, entries, entries_hash, previous_hash } =
    facts;
  const parts = [merchant_id, month, opening_halalas, closing_halalas, entries, entries_hash, previous_hash];
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}
