import { z } from "zod";
import { defineCalls, instant, pageQuery, pageSchema, requiredText, text } from "#base/shared/contract.ts";
import { mediaKinds } from "#modules/ad-accounts/contract/platforms.ts";
import { uploadRefusals } from "./creative.calls.ts";
import { mediaSorts } from "./library.ts";
import { mediaById, mediaSchema } from "./media-shape.ts";

const read = { subject: "media", action: "read" } as const;
const manage = { subject: "media", action: "manage" } as const;

export const libraryQuery = pageQuery.extend({
  /** The `next` cursor of the previous page. With page and cursor together every page costs the same. */
  after: z.string().max(400).optional(),
  search: text(120).optional(),
  kind: z.enum(mediaKinds).optional(),
  /** Only files that an ad shows, or only those that none does. */
  use: z.enum(["used", "unused"]).optional(),
  sort: z.enum(mediaSorts).default("created"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

/** In bytes. What is reserved belongs to uploads that have begun; `left` is what a new one may take. */
const space = z.object({
  quota_bytes: z.number().int(),
  used_bytes: z.number().int(),
  reserved_bytes: z.number().int(),
  left_bytes: z.number().int(),
  /** Uploads that may be continued or discarded at `POST Clients/Media/uploads`, the newest first. */
  unfinished: z.array(
    z.object({
      id: z.string(),
      file_name: z.string(),
      bytes: z.number().int(),
      received_bytes: z.number().int(),
      expires_at: instant,
    }),
  ),
});
export type MediaSpace = z.infer<typeof space>;

const use = z.object({
  ad_id: z.string(),
  ad_group_id: z.string(),
  campaign_id: z.string(),
  /** The ad's. */
  name: z.string(),
});

export const libraryCalls = defineCalls({
  "GET Clients/Media/index": {
    summary: "The merchant's files, by name, kind and use, newest first where no other order is given",
    access: read,
    readsReplica: true,
    query: libraryQuery,
    answer: pageSchema(mediaSchema).extend({ next: z.string().nullable() }),
  },
  "GET Clients/Media/space": {
    summary: "How much of the space for files is used, reserved by unfinished uploads, and left",
    access: read,
    answer: space,
  },
  "GET Clients/Media/{id}/uses": {
    summary: "The ads that show a file: the first 50, and how many there are",
    access: read,
    params: mediaById,
    answer: z.object({ items: z.array(use), total: z.number().int() }),
  },
  "PUT Clients/Media/{id}": {
    summary: "Renames a file; its extension stays",
    access: manage,
    params: mediaById,
    body: z.object({ file_name: requiredText(100) }),
    answer: mediaSchema,
  },
  "DELETE Clients/Media/{id}": {
    summary: "Deletes a file, unless an ad shows it",
    access: manage,
    params: mediaById,
    answer: z.object({ id: z.string() }),
    refusals: ["creative.media_in_use"],
  },
  "POST Clients/Media/{id}/poster": {
    summary:
      "Gives a video the frame that its thumbnail shows, as a picture: first the part `seconds`, then one part `file`",
    access: manage,
    params: mediaById,
    multipart: true,
    body: z.object({ seconds: z.coerce.number().min(0).max(36_000) }),
    answer: mediaSchema,
    refusals: [...uploadRefusals, "creative.not_a_video", "creative.poster_not_of_video"],
  },
});

export type LibraryCalls = typeof libraryCalls;
