import { z } from "zod";

/** What all calls of the catalogue share. */

export const readCatalogue = { subject: "catalogue", action: "read" } as const;
export const manageCatalogue = { subject: "catalogue", action: "manage" } as const;

/** Raised by each change: a change names the revision it was made from, and over a newer one nothing is saved. */
export const revision = z.number().int().min(1).max(1_000_000_000);

/** With VAT, from one riyal, the least that the gateways take, to a million. */
export const price = z
  .number()
  .int()
  .min(100, { error: "billing:price_too_small" })
  .max(100_000_000, { error: "billing:price_too_large" });
