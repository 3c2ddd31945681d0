import { z } from "zod";
import { toLatinDigits } from "#base/shared/money.ts";

/** Eight digits, as the specification defines tracking ids. */
export const trackingIdPattern = /^\d{8}$/;

/** A tracking id as a merchant types it, in Arabic digits too. */
export const typedTrackingId = z
  .string()
  .transform((typed) => toLatinDigits(typed).trim())
  .pipe(z.string().regex(trackingIdPattern, { error: "tracking:id_not_valid" }));
