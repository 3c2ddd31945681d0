import type { ZodType } from "zod";
import { makeCaller } from "#base/web/data/api.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../contract/creative.calls.ts";

/** Where a file is used: an ad, by its name, in a campaign. */
export type MediaUse = { id: string; title: string; campaign_id: string };
export type LibraryItem = Media & { uses: readonly MediaUse[] };
export type LibraryPage = { items: LibraryItem[]; total: number; next: string | null };
/** Bytes. `reserved_bytes` belong to uploads that have not arrived completely. */
export type SpaceUsage = { used_bytes: number; reserved_bytes: number; quota_bytes: number };

type LibraryQuery = { search?: string; kind?: MediaKind; cursor?: string; size?: number };
type ById = ZodType<{ id: string }, { id: string }>;
type Signed = { summary: string; access: "signed-in" };

/** The calls of the media library. */
type LibraryCalls = {
  "GET Clients/Media/index": Signed & {
    query: ZodType<LibraryQuery, LibraryQuery>;
    answer: ZodType<LibraryPage>;
  };
  "PUT Clients/Media/{id}": Signed & {
    params: ById;
    body: ZodType<{ file_name: string }, { file_name: string }>;
    answer: ZodType<Media>;
  };
  /** Refused with `creative.in_use`; what stands is `{ uses }`. */
  "DELETE Clients/Media/{id}": Signed & { params: ById; answer: ZodType<unknown> };
  /** The picture a video is shown by: one part `file`, a JPEG. */
  "POST Clients/Media/{id}/poster": Signed & {
    params: ById;
    multipart: true;
    body: ZodType<object, object>;
    answer: ZodType<Media>;
  };
  "GET Clients/Media/usage": Signed & { answer: ZodType<SpaceUsage> };
};

export const callLibrary = makeCaller<LibraryCalls>();
