import { createCanvas, encodeCanvas } from "./draw-framed.ts";

/** As wide as any platform shows a video's still picture. */
const maxWidth = 1_080;

/** A frame of a video as a JPEG, and the second where it is. */
export type Poster = { frame: Blob; seconds: number };

/** The frame a player shows now. */
export async function captureFrame(player: HTMLVideoElement): Promise<Poster> {
  const scale = Math.min(1, maxWidth / player.videoWidth);
  const size = {
    width: Math.round(player.videoWidth * scale),
    height: Math.round(player.videoHeight * scale),
  };
  const { canvas, context } = createCanvas(size);
  context.drawImage(player, 0, 0, size.width, size.height);
  return { frame: await encodeCanvas(canvas, "image/jpeg", 0.88), seconds: player.currentTime };
}

/** Where the cover is taken unless another second is chosen: many videos begin with a black frame. */
export const usualSecond = 1;
const longestMs = 8_000;

/** The frame of a video at a second, or in its middle where it ends before; null where this browser cannot play it. */
export async function captureFrameAt(file: Blob, second = usualSecond): Promise<Poster | null> {
  const player = document.createElement("video");
  const address = URL.createObjectURL(file);
  try {
    player.muted = true;
    player.preload = "auto";
    player.src = address;
    await reach(player, "loadeddata");
    player.currentTime = second < player.duration ? Math.max(0, second) : player.duration / 2;
    await reach(player, "seeked");
    return await captureFrame(player);
  } catch {
    return null;
  } finally {
    player.removeAttribute("src");
    URL.revokeObjectURL(address);
  }
}

/** Some browsers never answer for a video they cannot decode. */
function reach(player: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    player.addEventListener(event, () => resolve(), { once: true });
    player.addEventListener("error", () => reject(player.error), { once: true });
    setTimeout(() => reject(new Error(`no ${event}`)), longestMs);
  });
}
