/** Amounts of an account in another currency come back rounded: a unit of a dollar's hundredth is 3.75 halalas. */
const roundingHalalas = 2;

/** Whether two budgets are one, told through an account's currency and back. */
export const isSameBudget = (one: number, other: number): boolean => Math.abs(one - other) <= roundingHalalas;
