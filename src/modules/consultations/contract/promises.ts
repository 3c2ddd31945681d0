import { z } from "zod";

/** A consultant's measured promises of all merchants together; the rank is null while they are too few to compare. */
export const promisesSchema = z.object({
  kept: z.number().int(),
  measured: z.number().int(),
  rank: z.number().int().nullable(),
  ranked_of: z.number().int().nullable().describe("how many consultants are ranked"),
});
export type Promises = z.output<typeof promisesSchema>;
