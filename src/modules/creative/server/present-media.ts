import type { SignedLinks } from "#base/server/http/signed-links.ts";
import type { Media } from "../contract/creative.calls.ts";
import type { MediaRecord } from "./media.store.ts";

const toPath = (id: string, which: "file" | "thumbnail") =>
  `/Clients/Media/${encodeURIComponent(id)}/${which}`;

/** A file on the wire, with addresses that an `<img>` can open. */
export function presentMedia(row: MediaRecord, links: SignedLinks): Media {
  const thumbnail = links.link(toPath(row.id, "thumbnail"), row.merchant_id);
  return {
    id: row.id,
    kind: row.kind,
    mime: row.mime,
    file_name: row.file_name,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    seconds: row.seconds,
    poster_seconds: row.poster_seconds,
    uses: row.uses,
    url: links.link(toPath(row.id, "file"), row.merchant_id),
    thumbnail_url: row.poster_seconds === null ? thumbnail : `${thumbnail}&frame=${row.poster_seconds}`,
    created_at: row.created_at.toISOString(),
  };
}
