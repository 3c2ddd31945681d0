/** Amounts of an account in another currency come back rounded: one US cent is 3.75 halalas. */
const roundingHalalas = 2;

/** Whether two budgets are equal, allowing for conversion to the account's currency and back. */
export const isSameBudget = (one: number, other: number): boolean => Math.abs(one - other) <= roundingHalalas;
