import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { placements, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { mediaById, mediaSchema } from "./media-shape.ts";
import { firstFit, pictureFits } from "./picture-fit.ts";
import { acceptedMimes, maxUploadBytes } from "./uploads.ts";

export type { Media } from "./media-shape.ts";

/** The platform and placement a file is for, whose limits apply; without one only our own limits. */
const place = z.object({
  platform: z.enum(platforms).optional(),
  placement: z.enum(placements).optional(),
});

const cache = "private, max-age=86400, immutable";

/** What may be wrong with an uploaded file. */
export const uploadRefusals = [
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
    body: z.object({
      fit: z.enum(pictureFits).default(firstFit.fit),
      /** Which part stays where `fill` cuts: 0 is the picture's top or left, 1 its bottom or right. */
      focus: z.number().min(0).max(1).default(firstFit.focus),
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
  "GET Clients/Media/{id}": {
    summary: "One file's facts",
    access: { subject: "media", action: "read" },
    params: mediaById,
    answer: mediaSchema,
  },
  "GET Clients/Media/{id}/file": {
    summary: "A file's bytes, in ranges where a player requests them",
    access: { signedOr: "signed-in" },
    params: mediaById,
    answer: file({ types: acceptedMimes, ranges: true, cache, disposition: "inline" }),
  },
  "GET Clients/Media/{id}/thumbnail": {
    summary: "A file's small picture for lists",
    access: { signedOr: "signed-in" },
    params: mediaById,
    // Browsers keep the picture for a day: a video's other frame needs another address.
    query: z.object({ frame: z.string().max(40).optional() }),
    answer: file({ types: ["image/jpeg"], cache, disposition: "inline" }),
  },
});

export type CreativeCalls = typeof creativeCalls;
