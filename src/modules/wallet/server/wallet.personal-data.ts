import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const walletData = definePersonalData("wallet", "wallet", {
  accounts: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  ad_spend_months: ({ ours }) => ours("How ad spend is invoiced"),
  audits: ({ ours }) => ours("Checks of the ledger"),
  balance_levels: ({ erased }) => erased(),
  bank_accounts: ({ erased }) => erased(),
  booked_days: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  chargebacks: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  credited_payments: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  entries: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  holds: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone", {
      rewrite: { title: "''", explanation: "null" },
    }),
  receivables: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  reference_titles: ({ erased }) => erased(),
  reviews: ({ ours }) => ours("How far payments were read"),
  settled_days: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  statement_days: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  statement_months: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  top_up_settings: ({ erased }) => erased(),
  top_ups: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone"),
  verified_accounts: ({ ours }) => ours("How far the ledger was checked"),
  verified_merchants: ({ kept }) =>
    kept("The ledger is append-only and proven by its seals; it names the merchant by id alone", {
      notExported: "How far the ledger was checked",
    }),
  whole_check: ({ ours }) => ours("How far the ledger was checked"),
  withdrawal_parts: ({ kept }) => kept("Proof of where money went: the account that it was paid to stays"),
  withdrawals: ({ kept }) => kept("Proof of where money went: the account that it was paid to stays"),
  write_lock: ({ ours }) => ours("Whether money may be written"),
});
