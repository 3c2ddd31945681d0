import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, instant, requiredText, riyadhDay, text } from "#base/shared/contract.ts";
import { callsToAction, mediaKinds, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { uploadRefusals } from "#modules/creative/contract/creative.calls.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { adStyles, adTypes, noteMax, sectors } from "./library-enums.ts";
import { byId, structureSchema } from "./library-shapes.ts";

const manage = { subject: "ads_library", action: "manage" } as const;

/** An address of the public web; empty text is none. */
const link = z
  .string()
  .trim()
  .max(2_000)
  .transform((typed) => (typed === "" ? null : typed))
  .nullable()
  .refine((typed) => typed === null || isWebAddress(typed), { error: "library:link_not_valid" });

function isWebAddress(typed: string): boolean {
  if (!typed.isWellFormed() || typed.includes("\u0000")) return false;
  const url = URL.parse(typed);
  return (url?.protocol === "https:" || url?.protocol === "http:") && url.hostname.includes(".");
}

/** What staff write about an ad: all of the specification's row, and how the ad is built. */
export const rowFields = structureSchema.extend({
  reference: requiredText(60),
  type: z.enum(adTypes),
  link,
  ad_day: riyadhDay.nullable(),
  season: z.enum(seasonKeys).nullable(),
  style: z.enum(adStyles).nullable(),
  platform: z.enum(platforms).nullable(),
  sector: z.enum(sectors).nullable(),
  editor: text(120),
  writer: text(120),
  notes: text(noteMax),
  call_to_action: z.enum(callsToAction).nullable(),
});
export type RowFields = z.output<typeof rowFields>;

const rowSchema = rowFields.extend({
  id: z.string(),
  revision: z.number().int(),
  file: z
    .object({
      kind: z.enum(mediaKinds),
      width: z.number().int(),
      height: z.number().int(),
      version: z.number().int(),
    })
    .nullable(),
  created_at: instant,
  updated_at: instant,
  archived_at: instant.nullable(),
});
export type LibraryRow = z.output<typeof rowSchema>;

export const importResults = ["created", "updated", "unchanged", "refused"] as const;

const importedRow = z.object({
  /** The line of the file, counted from 1; the heading is line 1. */
  line: z.number().int(),
  reference: z.string(),
  result: z.enum(importResults),
  /** Why it was refused, by column. */
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
});
export type ImportedRow = z.output<typeof importedRow>;

export const staffLibraryCalls = defineCalls({
  "GET Staff/AdsLibrary/rows": {
    summary: "The library's rows, the newest first",
    access: manage,
    query: z.object({
      after: z.string().max(400).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
      search: text(120).optional(),
      shown: z.enum(["current", "archived"]).default("current"),
    }),
    answer: z.object({ items: z.array(rowSchema), next: z.string().nullable() }),
  },
  "POST Staff/AdsLibrary/rows": {
    summary: "Adds a row; its reference is its own, in any spelling",
    access: manage,
    body: rowFields,
    answer: rowSchema,
    refusals: ["library.reference_taken"],
  },
  "PUT Staff/AdsLibrary/rows/{id}": {
    summary:
      "Changes a row over the revision it was read at; over a newer one it is refused with what stands",
    access: manage,
    params: byId,
    body: rowFields.extend({ revision: z.number().int().min(1).max(2_147_483_646) }),
    answer: rowSchema,
    refusals: ["library.reference_taken", "library.row_changed"],
  },
  "POST Staff/AdsLibrary/rows/{id}/archive": {
    summary:
      "Takes a row out of the merchants' library; notes and collections of it stay for when it returns",
    access: manage,
    params: byId,
    answer: rowSchema,
  },
  "POST Staff/AdsLibrary/rows/{id}/restore": {
    summary: "Shows an archived row again",
    access: manage,
    params: byId,
    answer: rowSchema,
  },
  "POST Staff/AdsLibrary/rows/{id}/file": {
    summary: "Uploads a row's picture or video as the part `file`, in the place of the one before",
    access: manage,
    params: byId,
    multipart: true,
    body: z.object({}),
    answer: rowSchema,
    refusals: uploadRefusals,
  },
  "POST Staff/AdsLibrary/rows/{id}/poster": {
    summary: "Gives a row's video the frame that its thumbnail shows, as a picture: the part `file`",
    access: manage,
    params: byId,
    multipart: true,
    body: z.object({}),
    answer: rowSchema,
    refusals: [...uploadRefusals, "creative.not_a_video", "creative.poster_not_of_video"],
  },
  "GET Staff/AdsLibrary/rows/{id}/thumbnail": {
    summary: "A row's small picture",
    access: manage,
    params: byId,
    query: z.object({ v: z.string().max(12).optional() }),
    answer: file({ types: ["image/jpeg"], cache: "private, max-age=3600", disposition: "inline" }),
  },
  "POST Staff/AdsLibrary/import": {
    summary:
      "Reads rows from a CSV file (the part `file`, UTF-8, headings in Arabic or English) and says of each what became of it. A reference that is there is updated; the same file again changes nothing",
    access: manage,
    multipart: true,
    body: z.object({}),
    answer: z.object({ rows: z.array(importedRow) }),
    refusals: [
      "library.import_file_missing",
      "library.import_too_large",
      "library.import_not_text",
      "library.import_columns_missing",
    ],
  },
});
export type StaffLibraryCalls = typeof staffLibraryCalls;
