import { type Db, sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { riyadhDayOf } from "#base/shared/riyadh-day.ts";
import { available, house } from "../domain/accounts.ts";
import { insertCard } from "../server/cards.store.ts";
import { transfer } from "../server/ledger.ts";

/** Puts money into a wallet as a paid deposit would, for tests of any module. Told again with the key, nothing moves. */
export async function aWallet(
  db: Db,
  merchantId: string,
  amountHalalas: number,
  key = "deposit:given",
): Promise<void> {
  const at = new Date("2026-11-20T09:00:00Z");
  await db.transaction((tx) =>
    transfer(tx, {
      merchantId,
      key,
      from: house("gateway", merchantId),
      to: available(merchantId),
      amount: halalas(amountHalalas),
      kind: "deposit",
      reference: "dep_given",
      day: riyadhDayOf(at),
      at,
    }),
  );
}

/** A card on file that nobody can charge. */
export async function aCard(db: Db, merchantId: string, id = `crd_${merchantId}`): Promise<void> {
  await db.transaction((tx) =>
    insertCard(tx, {
      id,
      merchant_id: merchantId,
      gateway: "moyasar",
      sealed_token: "sealed",
      token_hash: id,
      brand: "mada",
      last_four: "1010",
      expiry_month: 12,
      expiry_year: 2030,
      holder_name: "NOURA TEST",
      name: "mada",
      theme: "blue",
      added_at: new Date("2026-11-20T09:00:00Z"),
    }),
  );
}

export function entriesOf(db: Db, merchantId: string) {
  return db.many<{ key: string; kind: string; amount_halalas: number }>(sql`
    select key, kind, amount_halalas from wallet.entries where merchant_id = ${merchantId} order by id`);
}
