import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { defineJob } from "#base/server/jobs.ts";
import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { creativeRefusals } from "#modules/creative/contract/creative.refusals.ts";
import type { LibraryRow } from "../contract/staff-library.calls.ts";
import type { LibraryDeps } from "./library.deps.ts";
import { presentRow } from "./present-row.ts";
import { findRow, lockRow, type RowRecord, setFile, setThumbnail } from "./rows.store.ts";

/** Frees the bytes that a row showed before. */
export const forgetFilesJob = defineJob({
  name: "library-forget-files",
  input: z.object({ keys: z.array(z.string()) }),
});

type Deps = Pick<LibraryDeps, "staff" | "media">;
type Upload = UploadedFile | undefined;

/** The bytes are stored first, then the row shows them: a crash in between leaves unused bytes, never a row without. */
export const uploadRowFile =
  ({ staff, media: { sharedFiles } }: Deps) =>
  async (ctx: StaffContext, { id, file }: { id: string; file: Upload }): Promise<LibraryRow> => {
    await loadRow(ctx.db, id, file);
    const { sha256, ...kept } = await sharedFiles.keep({ key: toKey(id), file });
    const keys = [kept.storage_key, kept.thumbnail_key];
    return freeOnFailure(sharedFiles, keys, () =>
      transactAsStaff(ctx, async (ctx) => {
        const before = (await lockRow(ctx, id)) ?? baseRefusals.refuse("base.not_found");
        const row = await setFile(ctx, id, kept);
        await ctx.tx.enqueue(forgetFilesJob, { keys: listKeys(before) });
        const details = { row_id: id, reference: row.reference, sha256 };
        await staff.recordAct(ctx, { action: "library.file_uploaded", details });
        return presentRow(row);
      }),
    );
  };

/** Nothing here decodes videos: the browser sends the frame. */
export const uploadRowPoster =
  ({ staff, media: { sharedFiles } }: Deps) =>
  async (ctx: StaffContext, { id, file }: { id: string; file: Upload }): Promise<LibraryRow> => {
    const { file_kind, width, height, storage_key: video } = await loadRow(ctx.db, id, file);
    if (file_kind !== "video") {
      file?.stream.resume();
      return creativeRefusals.refuse("creative.not_a_video");
    }
    const key = `${toKey(id)}.small.jpg`;
    await sharedFiles.keepPoster({ key, file, video: { width: width ?? 0, height: height ?? 0 } });
    return freeOnFailure(sharedFiles, [key], () =>
      transactAsStaff(ctx, async (ctx) => {
        const before = (await lockRow(ctx, id)) ?? baseRefusals.refuse("base.not_found");
        // Another file came meanwhile: the frame is of the one before.
        if (before.storage_key !== video) return creativeRefusals.refuse("creative.not_a_video");
        const row = await setThumbnail(ctx, id, key);
        await ctx.tx.enqueue(forgetFilesJob, {
          keys: listKeys(before).filter((one) => one !== before.storage_key),
        });
        const details = { row_id: id, reference: row.reference };
        await staff.recordAct(ctx, { action: "library.poster_chosen", details });
        return presentRow(row);
      }),
    );
  };

type WhichFile = { id: string; which: "file" | "thumbnail"; mayBeArchived?: boolean };

/** A row's bytes. Merchants see those of rows that are not archived. */
export const openRowFile =
  ({ media: { sharedFiles } }: Pick<Deps, "media">) =>
  async (db: Db, { id, which, mayBeArchived = false }: WhichFile): Promise<FileContent> => {
    const row = await findRow(db, id);
    const key = which === "file" ? row?.storage_key : row?.thumbnail_key;
    if (!row || !key || (row.archived_at !== null && !mayBeArchived))
      return baseRefusals.refuse("base.not_found");
    const found = await sharedFiles.stat(key);
    return {
      mime: which === "file" ? (row.mime ?? "") : "image/jpeg",
      fileName: `${row.id}.${which === "file" ? (row.mime ?? "").replace(/^.*\//, "") : "jpg"}`,
      bytes: found?.bytes ?? null,
      open: (part) => sharedFiles.open(key, part),
    };
  };

/** A key of its own for every upload, so that the bytes shown before stay until the row changes. */
const toKey = (id: string) => `library/${id.slice(-2)}/${id}.${randomBytes(6).toString("hex")}`;

const listKeys = ({ storage_key, thumbnail_key }: RowRecord): string[] =>
  [storage_key, thumbnail_key].filter((key) => key !== null);

async function loadRow(db: Db, id: string, file: Upload): Promise<RowRecord> {
  const row = await findRow(db, id);
  if (row) return row;
  file?.stream.resume();
  return baseRefusals.refuse("base.not_found");
}

async function freeOnFailure<T>(
  { remove }: Deps["media"]["sharedFiles"],
  keys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await remove(keys);
    throw error;
  }
}
