import type { Db } from "../db/db.ts";
import { deleteUpload, listExpired } from "./uploads.store.ts";

/**
 * Frees the bytes of a call's expired uploads, of any merchant, and then forgets them: at most `limit`. Returns how many
 * there were.
 */
export async function clearUploads(
  db: Db,
  which: { call: string; limit: number },
  abort: (uploadId: string) => Promise<void>,
): Promise<number> {
  const expired = await listExpired(db, which);
  for (const upload of expired) {
    await abort(upload.id);
    await deleteUpload(db, upload);
  }
  return expired.length;
}
