/** Findings of a ledger check. All but the first are zero when the ledger is consistent. */
export type Findings = {
  entries: number;
  /** Halalas in balances that no entries explain. */
  ledger_sum_halalas: number;
  /** Accounts whose balance is not the sum of their entries. */
  wrong_balances: number;
  /** Entries whose balance afterwards does not follow from the previous entry. */
  wrong_running_balances: number;
  /** Merchants whose reserved account is not the sum of their campaigns' reserves. */
  wrong_reserves: number;
  /** Merchants whose open debts do not match what the receivable account paid for them. */
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
