import type { CodePurpose } from "../contract/enums.ts";

/** What can be guessed: the code of each purpose, and the password. Each is counted separately. */
export type Factor =
  | "sign_in_code"
  | "password_code"
  | "password"
  | "withdrawal_code"
  | "number_code"
  | "erasure_code";
export const codeFactor: Record<CodePurpose, Factor> = {
  sign_in: "sign_in_code",
  password: "password_code",
  withdrawal: "withdrawal_code",
  current_number: "number_code",
  new_number: "number_code",
  erasure: "erasure_code",
};

/**
 * Failed attempts per day at one number that all browsers unknown to its merchant may make together, from any number of
 * addresses. Above it, only a known browser or the other factor can sign in until the day is over.
 */
export const maxStrangerFailuresPerDay: Record<Factor, number> = {
  sign_in_code: 50,
  password_code: 50,
  password: 100,
  withdrawal_code: 50,
  number_code: 50,
  erasure_code: 50,
};

export const dayMs = 86_400_000;
