import { toFormData } from "#base/web/data/api.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { call } from "../creative-calls.ts";
import type { Poster } from "./capture-frame.ts";

/** Makes this frame the picture that a stored video is shown by. */
export function savePoster(id: string, { frame, seconds }: Poster): Promise<Media> {
  const file = new File([frame], "poster.jpg", { type: "image/jpeg" });
  // The server reads the second before the file arrives.
  const body = toFormData({ seconds, file });
  return call("POST Clients/Media/{id}/poster", { params: { id }, body, quiet: true });
}
