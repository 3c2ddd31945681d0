import { z } from "zod";
import { defineCalls, instant, pageQuery, pageSchema } from "#base/shared/contract.ts";
import { mediaKinds, placements, platforms } from "#modules/ad-accounts/contract/platforms.ts";

const id = z.string().min(5).max(60);

/** A file and the facts found in its bytes. Both addresses need the merchant's session, or the signed query in them. */
const mediaSchema = z.object({
  id,
  kind: z.enum(mediaKinds),
  mime: z.string(),
  file_name: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  /** Videos only. */
  seconds: z.number().nullable(),
  url: z.string(),
  thumbnail_url: z.string(),
  created_at: instant,
});
export type Media = z.infer<typeof mediaSchema>;

export const creativeCalls = defineCalls({
  "POST Clients/Media/upload": {
    summary:
      "Uploads an ad's image, video or GIF: text parts first, then one part `file`. The bytes are checked and kept once; images are cleaned of metadata",
    access: { subject: "media", action: "manage" },
    multipart: true,
    /** The platform and placement the file is for, whose limits apply; without one only our own limits. */
    body: z.object({ platform: z.enum(platforms).optional(), placement: z.enum(placements).optional() }),
    answer: mediaSchema,
    refusals: [
      "creative.file_missing",
      "creative.file_empty",
      "creative.extension_not_allowed",
      "creative.type_mismatch",
      "creative.kind_not_accepted",
      "creative.codec_not_accepted",
      "creative.duration_out_of_range",
      "creative.file_too_big",
      "creative.file_broken",
      "creative.dimensions_not_accepted",
      "creative.quota_full",
    ],
  },
  "GET Clients/Media/index": {
    summary: "The merchant's files, newest first",
    access: { subject: "media", action: "read" },
    query: pageQuery,
    answer: pageSchema(mediaSchema),
  },
  "GET Clients/Media/{id}": {
    summary: "One file's facts",
    access: { subject: "media", action: "read" },
    params: z.object({ id }),
    answer: mediaSchema,
  },
});

export type CreativeCalls = typeof creativeCalls;
