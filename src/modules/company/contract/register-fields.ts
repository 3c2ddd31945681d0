import { z } from "zod";
import { toLatinDigits } from "#base/shared/money.ts";
import { parseVatNumber } from "./vat-number.ts";

/** Digits as typed, Arabic ones included; empty means none. */
const digits = (pattern: RegExp, error: string) =>
  z
    .string()
    .max(40)
    .transform((typed) => toLatinDigits(typed).replace(/[\s-]/g, ""))
    .refine((typed) => typed === "" || pattern.test(typed), { error });

/** The numbers by which a company of the Kingdom is registered and found, each empty for none. */
export const registerFields = {
  /** 15 digits, 3 first and last. */
  vat_number: z
    .string()
    .max(40)
    .refine((typed) => typed.trim() === "" || parseVatNumber(typed) !== null, {
      error: "company:vat_number_not_valid",
    })
    .transform((typed) => parseVatNumber(typed) ?? ""),
  /** Of the commercial register, 10 digits. */
  registration_number: digits(/^\d{10}$/, "company:registration_number_not_valid"),
  building_number: digits(/^\d{4}$/, "company:building_number_not_valid"),
  postal_code: digits(/^\d{5}$/, "company:postal_code_not_valid"),
};
