import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { EntryKind } from "../contract/enums.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { transfer } from "../server/ledger.ts";

export type Move = {
  at: string;
  kind: EntryKind;
  reference: string;
  /** Above zero adds to the wallet, below it takes from it. */
  amount: number;
  key: string;
  /** The Riyadh day the money belongs to; the day of `at` when it is not given. */
  day?: string;
};

/** Writes entries as the wallet's use cases do, one transaction each, at the given instants. */
export async function recordMoves(db: Db, merchantId: string, moves: readonly Move[]): Promise<void> {
  for (const { at, kind, reference, amount, key, day } of moves) {
    const now = new Date(at);
    const outside = platformAccount(kind.startsWith("ad_spend") ? "ad_spend" : "gateway", merchantId);
    const [from, to] = amount > 0 ? [outside, available(merchantId)] : [available(merchantId), outside];
    const money = halalas(Math.abs(amount));
    const businessDay = toRiyadhDay(day ? new Date(`${day}T09:00:00Z`) : now);
    await transact(systemContext(db, merchantId, now), (ctx) =>
      transfer(ctx, { key, from, to, amount: money, kind, reference, day: businessDay }),
    );
  }
}
