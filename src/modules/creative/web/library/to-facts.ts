import type { Media } from "../../contract/creative.calls.ts";
import type { FileFacts } from "../../domain/check-file.ts";

/** A stored file's facts for a place's checks; its codecs were checked when it was uploaded. */
export const toFacts = ({ kind, mime, bytes, width, height, seconds }: Media): FileFacts => ({
  kind,
  mime,
  bytes,
  width,
  height,
  seconds,
  videoCodec: kind === "video" ? "avc" : null,
  audioCodec: null,
});
