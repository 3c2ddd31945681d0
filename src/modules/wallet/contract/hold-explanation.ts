import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";

/** Why so much is held: `days` days that the platform may charge at most `day_halalas` for, each. */
export const holdExplanationSchema = z.object({
  platform: z.enum(platforms),
  days: z.number().int().min(1),
  day_halalas: halalasSchema,
});
export type HoldExplanation = z.output<typeof holdExplanationSchema>;
