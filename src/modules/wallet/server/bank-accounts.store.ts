import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Where withdrawals go that no card can take back. Times are the system clock's. */
export type BankAccount = Omit<Row<"wallet.bank_accounts">, "merchant_id">;

export function findBankAccount({ db, actor }: ReadContext): Promise<BankAccount | undefined> {
  return db.maybeOne<BankAccount>(sql`
    select iban, holder_name, changed_at from wallet.bank_accounts
    where merchant_id = ${actor.merchantId}`);
}

/** Withdrawals rest after a new account, the first one too; the same again changes no time. */
export function saveBankAccount(
  { tx, actor }: Context,
  { iban, holder_name }: Pick<BankAccount, "iban" | "holder_name">,
  at: Date,
): Promise<BankAccount> {
  return tx.one<BankAccount>(sql`
    insert into wallet.bank_accounts as known (merchant_id, iban, holder_name, changed_at)
    values (${actor.merchantId}, ${iban}, ${holder_name}, ${at})
    on conflict (merchant_id) do update set iban = excluded.iban, holder_name = excluded.holder_name,
      changed_at = case when known.iban = excluded.iban then known.changed_at else excluded.changed_at end
    returning iban, holder_name, changed_at`);
}
