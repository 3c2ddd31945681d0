import type { AcceptedMedia } from "../../contract/uploads.ts";

/** Pictures and videos that become accepted ones here; HEIC opens only where the system can decode it. */
const mendable: Record<string, readonly string[]> = {
  image: ["image/webp", "image/avif", "image/bmp", "image/heic"],
  video: ["video/webm"],
  animated_image: [],
};

/** What a file dialog offers, as the input's accept: what is taken, and what can be made of it here. */
export const toAccept = (accepted: readonly Pick<AcceptedMedia, "kind" | "mimes">[]): string =>
  [...new Set(accepted.flatMap(({ kind, mimes }) => [...mimes, ...(mendable[kind] ?? [])]))].join(",");
