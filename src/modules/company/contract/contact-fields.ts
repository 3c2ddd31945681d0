import { z } from "zod";
import { text } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";

/** An e-mail address; empty for none. */
export const optionalEmail = text(254).refine((typed) => typed === "" || z.email().safeParse(typed).success, {
  error: "company:email_not_valid",
});

/** A telephone number without spaces, with its country code or as dialled in the Kingdom; empty for none. */
export const optionalPhone = z
  .string()
  .max(40)
  .transform((typed) => toLatinDigits(typed).replace(/[\s()-]/g, ""))
  .refine((typed) => /^(\+\d{8,15}|\d{9,10})?$/.test(typed), { error: "company:phone_not_valid" });
