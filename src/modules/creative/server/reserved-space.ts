import type { ReadContext } from "#base/server/context.ts";
import { listUnfinishedUploads } from "#base/server/http/uploads.store.ts";

/** The call whose uploads arrive in parts. */
export const uploadsCall = "POST Clients/Media/uploads";

/** How many bytes the merchant's unfinished uploads were promised, whether they have arrived or not. */
export async function sumReserved(ctx: ReadContext): Promise<number> {
  const uploads = await listUnfinishedUploads(ctx, uploadsCall);
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0);
}
