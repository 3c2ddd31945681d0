/** What a check of the ledger found. All but the first are zero when the books are right. */
export type Findings = {
  entries: number;
  /** Balances that no entries account for. */
  ledger_sum_halalas: number;
  /** Accounts whose balance is not the sum of their entries. */
  wrong_balances: number;
  /** Entries whose balance afterwards does not follow from the entry before. */
  wrong_running_balances: number;
  /** Merchants whose campaigns' reserves do not fill their reserved account. */
  wrong_reserves: number;
  /** Merchants whose open debts are not what the receivable account gave for them. */
  wrong_receivables: number;
  /** Paid deposits that were not credited. */
  wrong_deposits: number;
};

export const noFindings: Findings = {
  entries: 0,
  ledger_sum_halalas: 0,
  wrong_balances: 0,
  wrong_running_balances: 0,
  wrong_reserves: 0,
  wrong_receivables: 0,
  wrong_deposits: 0,
};

export function addFindings(one: Findings, other: Findings): Findings {
  const keys = Object.keys(noFindings) as (keyof Findings)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as Findings;
}

export function isConsistent({ entries: _, ...wrong }: Findings): boolean {
  return Object.values(wrong).every((count) => count === 0);
}
