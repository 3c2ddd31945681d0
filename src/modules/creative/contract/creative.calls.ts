import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, instant, pageQuery, pageSchema } from "#base/shared/contract.ts";
import { mediaKinds, placements, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { pictureFit } from "./picture-fit.ts";
import { acceptedMimes, maxUploadBytes } from "./uploads.ts";

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

/** The platform and placement a file is for, whose limits apply; without one only our own limits. */
const place = z.object({ platform: z.enum(platforms).optional(), placement: z.enum(placements).optional() });

const byId = z.object({ id });
const cache = "private, max-age=86400, immutable";

const uploadRefusals = [
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
] as const;

export const creativeCalls = defineCalls({
  "POST Clients/Media/upload": {
    summary:
      "Uploads an ad's image, video or GIF: text parts first, then one part `file`. The bytes are checked and kept once; images are cleaned of metadata",
    access: { subject: "media", action: "manage" },
    multipart: true,
    body: place,
    answer: mediaSchema,
    refusals: uploadRefusals,
  },
  "POST Clients/Media/uploads": {
    summary:
      "Uploads an ad's image, video or GIF in parts (tus), so that a large video goes on where a lost connection stopped it. Checked and kept like any other upload",
    access: { subject: "media", action: "manage" },
    resumable: {
      metadata: place.extend({ filename: z.string().min(1).max(300) }),
      maxBytes: maxUploadBytes,
      hours: 24,
    },
    answer: mediaSchema,
    refusals: uploadRefusals,
  },
  "POST Clients/Media/from-product": {
    summary:
      "Makes an ad's image from the picture of a store's product, in the platform's pixels, and stores it like an upload; the same again returns the same file",
    access: { subject: "media", action: "manage" },
    body: pictureFit.extend({
      product_id: z.string().min(1).max(60),
      platform: z.enum(platforms),
      placement: z.enum(placements).optional(),
    }),
    answer: mediaSchema,
    refusals: [
      "base.not_found",
      "creative.product_without_picture",
      "creative.picture_not_read",
      ...uploadRefusals,
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
    params: byId,
    answer: mediaSchema,
  },
  "GET Clients/Media/{id}/file": {
    summary: "A file's bytes, in ranges where a player requests them",
    access: { signedOr: "signed-in" },
    params: byId,
    answer: file({ types: acceptedMimes, ranges: true, cache, disposition: "inline" }),
  },
  "GET Clients/Media/{id}/thumbnail": {
    summary: "A file's small picture for lists",
    access: { signedOr: "signed-in" },
    params: byId,
    answer: file({ types: ["image/jpeg"], cache, disposition: "inline" }),
  },
});

export type CreativeCalls = typeof creativeCalls;
