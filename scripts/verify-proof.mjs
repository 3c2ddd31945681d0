// Checks proof files of Rawaj offline: plain Node, no packages, no network.
//
//   node verify-proof.mjs rawaj-proof-2026-10.ndjson rawaj-proof-2026-11.ndjson
//
// Each file is one merchant's month. Every amount is added up again, every hash computed again. Several months, given in
// their order, are also checked as a chain: each seal names the one before it. Exits with 1 when anything differs.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pathToFileURL } from "node:url";

const settles = { ad_spend: 1, shortage: 1, ad_spend_correction: -1, shortage_settled: -1 };
const hashPattern = /^[0-9a-f]{64}$/;

/** Thrown for the first thing that differs. */
class Difference extends Error {}

function demand(condition, message) {
  if (!condition) throw new Difference(message);
}

/** The lines of a stream of bytes, without their line feeds; a file that does not end with one was cut. */
async function* toLines(chunks) {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      yield rest.subarray(start, end);
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  demand(rest.length === 0, "the file is cut: its last line has no end");
}

function makeMonth(header) {
  const own = [`${header.merchant_id}:available`, `${header.merchant_id}:reserved`];
  const held = [null, null];
  const settled = new Map();
  const entriesHash = createHash("sha256");
  let [balance, lastId, entries] = [header.opening_halalas, 0, 0];

  /** The balance of one of the merchant's accounts follows from the entry before that touched it. */
  function checkHeld(index, entry) {
    const after = [entry.available_after_halalas, entry.reserved_after_halalas][index];
    const change = (entry.to === own[index] ? 1 : 0) - (entry.from === own[index] ? 1 : 0);
    demand((after === null) === (change === 0), `entry ${entry.id}: a balance is missing`);
    if (after === null) return;
    const before = held[index];
    demand(
      before === null || after === before + change * entry.amount_halalas,
      `entry ${entry.id}: the balance after it does not follow from the one before`,
    );
    demand(after >= 0, `entry ${entry.id}: a balance is below zero`);
    held[index] = after;
  }

  return {
    addEntry(entry, line) {
      entriesHash.update(line).update("\n");
      entries += 1;
      demand(entry.id > lastId, `entry ${entry.id}: not in order`);
      lastId = entry.id;
      demand(
        Number.isSafeInteger(entry.amount_halalas) && entry.amount_halalas > 0,
        `entry ${entry.id}: not an amount`,
      );
      demand(entry.booked_day.startsWith(header.month), `entry ${entry.id}: booked in another month`);
      checkHeld(0, entry);
      checkHeld(1, entry);
      const change = (own.includes(entry.to) ? 1 : 0) - (own.includes(entry.from) ? 1 : 0);
      balance += change * entry.amount_halalas;
      demand(
        entry.balance_after_halalas === balance,
        `entry ${entry.id}: the wallet's balance does not add up`,
      );
      const sign = settles[entry.kind];
      if (!sign) return;
      const day = `${entry.reference} ${entry.business_day}`;
      settled.set(day, (settled.get(day) ?? 0) + sign * entry.amount_halalas);
    },
    addCapturedDay({ campaign_id, day, settled_halalas, answers }) {
      const key = `${campaign_id} ${day}`;
      demand(settled.get(key) === settled_halalas, `${key}: its entries add up to another amount`);
      settled.delete(key);
      demand(
        answers.every(({ sha256 }) => hashPattern.test(sha256)),
        `${key}: the hash of an answer is not a SHA-256`,
      );
    },
    close(seal) {
      demand(settled.size === 0, `${[...settled.keys()][0]}: the captured day is missing`);
      demand(seal.opening_halalas === header.opening_halalas, "the seal has another opening balance");
      demand(seal.closing_halalas === balance, "the entries do not lead to the sealed closing balance");
      demand(seal.entries === entries, "entries were added to the sealed month, or are missing");
      demand(seal.entries_hash === entriesHash.digest("hex"), "an entry of the sealed month was changed");
      demand(
        seal.merchant_id === header.merchant_id && seal.month === header.month,
        "the seal is of another month",
      );
      const parts = [seal.merchant_id, seal.month, seal.opening_halalas, seal.closing_halalas];
      const sealed = [...parts, seal.entries, seal.entries_hash, seal.previous_hash].join("\n");
      demand(seal.hash === createHash("sha256").update(sealed).digest("hex"), "the seal was changed");
    },
  };
}

function checkInvoice({ number, total_halalas, vat_halalas, hash }, numbers) {
  demand(!numbers.has(number), `invoice ${number}: twice`);
  numbers.add(number);
  demand(Number.isSafeInteger(total_halalas), `invoice ${number}: not an amount`);
  demand(
    Number.isSafeInteger(vat_halalas) && Math.abs(vat_halalas) <= Math.abs(total_halalas),
    `invoice ${number}: its VAT is not part of its total`,
  );
  demand(hashPattern.test(hash), `invoice ${number}: its hash is not a SHA-256`);
}

/** Checks one file's bytes and returns its seal; throws what differs first. */
export async function verifyProof(chunks) {
  const whole = createHash("sha256");
  const numbers = new Set();
  let [header, month, seal, end, lines] = [undefined, undefined, undefined, undefined, 0];
  for await (const line of toLines(chunks)) {
    demand(!end, "something follows the last line");
    const item = parse(line, lines + 1);
    if (item.type === "end") {
      demand(item.lines === lines, "lines are missing, or were added");
      demand(item.sha256 === whole.digest("hex"), "the file was changed after it was made");
      end = item;
      continue;
    }
    whole.update(line).update("\n");
    lines += 1;
    demand(!seal, "something follows the seal");
    if (lines === 1) {
      demand(item.type === "proof" && item.version === 1, "not a proof file of version 1");
      header = item;
      month = makeMonth(header);
    } else if (item.type === "entry") month.addEntry(item, line);
    else if (item.type === "captured_day") month.addCapturedDay(item);
    else if (item.type === "invoice") checkInvoice(item, numbers);
    else if (item.type === "seal") {
      month.close(item);
      seal = item;
    } else demand(false, `line ${lines}: unknown`);
  }
  demand(seal, "the seal is missing");
  demand(end, "the last line is missing: the file is cut");
  return seal;
}

function parse(line, number) {
  try {
    const item = JSON.parse(line.toString("utf8"));
    if (item !== null && typeof item === "object") return item;
  } catch {}
  throw new Difference(`line ${number}: cannot be read`);
}

/** Each month begins where the one before it ends, and its seal names that one's. */
export function verifyChain(seals) {
  for (const [index, seal] of seals.entries()) {
    const before = seals[index - 1];
    if (!before) continue;
    demand(seal.merchant_id === before.merchant_id, `${seal.month}: of another merchant`);
    demand(seal.month > before.month, `${seal.month}: not after ${before.month}`);
    demand(
      seal.opening_halalas === before.closing_halalas,
      `${seal.month}: does not begin where ${before.month} ends`,
    );
    if (before.is_final)
      demand(seal.previous_hash === before.hash, `${seal.month}: does not name the seal of ${before.month}`);
  }
}

const toRiyals = (amount) => (amount / 100).toFixed(2);

async function main(files) {
  if (files.length === 0) {
    console.error("usage: node verify-proof.mjs <file> [<file> …]");
    return 2;
  }
  const seals = [];
  for (const path of files) {
    try {
      const seal = await verifyProof(createReadStream(path));
      seals.push(seal);
      const state = seal.is_final ? "sealed" : "not sealed yet";
      console.log(
        `${path}: right. ${seal.month}, ${seal.entries} entries, ${toRiyals(seal.opening_halalas)} to ${toRiyals(seal.closing_halalas)} SAR, ${state}`,
      );
    } catch (error) {
      console.error(`${path}: WRONG. ${error.message}`);
      return 1;
    }
  }
  try {
    verifyChain(seals);
  } catch (error) {
    console.error(`WRONG. ${error.message}`);
    return 1;
  }
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main(process.argv.slice(2));
