import { z } from "zod";
import { instant } from "#base/shared/contract.ts";
import { mediaKinds } from "#modules/ad-accounts/contract/platforms.ts";

const id = z.string().min(5).max(60);
export const mediaById = z.object({ id });

/** A file and the facts found in its bytes. Both addresses need the merchant's session, or the signed query in them. */
export const mediaSchema = z.object({
  id,
  kind: z.enum(mediaKinds),
  mime: z.string(),
  file_name: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  /** Videos only. */
  seconds: z.number().nullable(),
  /** The second of a video whose frame is its thumbnail; null while that is a drawn sign. */
  poster_seconds: z.number().nullable(),
  /** How many ads show it. */
  uses: z.number().int(),
  url: z.string(),
  thumbnail_url: z.string(),
  created_at: instant,
});
export type Media = z.infer<typeof mediaSchema>;
