import { useQueryClient } from "@tanstack/react-query";
import { makeCaller, toFormData } from "#base/web/data/api.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { CreativeCalls, Media } from "#modules/creative/contract/creative.calls.ts";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";

const call = makeCaller<CreativeCalls>();
type OnProgress = (sent: number, total: number) => void;

/** Uploads a file with its real progress, for a platform and placement; the upload box shows failures itself. */
export function useUploadMedia(platform: Platform, placements: readonly Placement[]) {
  const client = useQueryClient();
  return async (file: File, onProgress: OnProgress, signal: AbortSignal): Promise<Media> => {
    // Text parts go first: the server reads the file as a stream after them.
    const [placement] = placements;
    const body = toFormData({ platform, ...(placement ? { placement } : {}), file });
    const media = await call("POST Clients/Media/upload", { body, onProgress, signal, quiet: true });
    client.setQueryData(mediaQuery(media.id).queryKey, media);
    return media;
  };
}
