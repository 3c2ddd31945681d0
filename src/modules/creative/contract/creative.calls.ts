import { z } from "zod";
import { defineCalls, instant, pageOf, pageQuery } from "#base/shared/contract.ts";
import { mediaKinds, platforms } from "#modules/ad-accounts/contract/platforms.ts";

const id = z.string().min(5).max(60);

/** A file and what was found in its bytes. Both addresses need the merchant's own session, or the signed query given. */
const mediaSchema = z.object({
  id,
  kind: z.enum(mediaKinds),
  mime: z.string(),
  file_name: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  url: z.string(),
  thumbnail_url: z.string(),
  created_at: instant,
});
export type Media = z.infer<typeof mediaSchema>;

export const creativeCalls = defineCalls({
  "POST Clients/Media/upload": {
    summary:
      "Uploads an ad's image: text parts first, then one part `file`. The bytes are checked, cleaned of metadata and kept once",
    access: { subject: "campaign", action: "manage" },
    multipart: true,
    body: z.object({ platform: z.enum(platforms).default("snapchat") }),
    answer: mediaSchema,
    refusals: [
      "creative.file_missing",
      "creative.file_empty",
      "creative.extension_not_allowed",
      "creative.type_not_what_it_says",
      "creative.kind_not_yet",
      "creative.file_too_big",
      "creative.file_broken",
      "creative.pixels_not_fitting",
      "creative.quota_full",
    ],
  },
  "GET Clients/Media/index": {
    summary: "The merchant's files, newest first",
    access: { subject: "campaign", action: "read" },
    query: pageQuery,
    answer: pageOf(mediaSchema),
  },
  "GET Clients/Media/{id}": {
    summary: "One file's facts",
    access: { subject: "campaign", action: "read" },
    params: z.object({ id }),
    answer: mediaSchema,
  },
});

export type CreativeCalls = typeof creativeCalls;
