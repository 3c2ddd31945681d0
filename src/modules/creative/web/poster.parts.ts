import { captureFrameAt } from "./files/capture-frame.ts";

/** The frame by which a video is shown, as a picture; null where this browser cannot play it. */
export const capturePoster = async (file: Blob): Promise<Blob | null> =>
  (await captureFrameAt(file))?.frame ?? null;
