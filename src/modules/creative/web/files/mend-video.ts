import {
  BufferTarget,
  Conversion,
  canEncodeAudio,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import type { Framing, Size } from "../../domain/framing.ts";
import { createCanvas, makeFramer } from "./draw-framed.ts";
import { nameFile } from "./name-file.ts";
import { openVideo } from "./video-file.ts";

export type VideoMend = {
  target: Size;
  /** Null: the pictures keep their shape. */
  framing: Framing | null;
  /** Seconds of the original; null: all of it. */
  trim: { start: number; end: number } | null;
  /** Also encode again what could be copied, to make the file smaller. */
  isSmaller: boolean;
};

/** Whether this browser can encode H.264 of this size, and AAC. */
export async function canMendVideo({ width, height }: Size): Promise<{ picture: boolean; sound: boolean }> {
  if (!("VideoEncoder" in globalThis)) return { picture: false, sound: false };
  return {
    picture: await canEncodeVideo("avc", { width: toEven(width), height: toEven(height) }),
    sound: await canEncodeAudio("aac"),
  };
}

/** H.264 has no odd sizes. */
const toEven = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

/** Thrown when nothing of the video can be encoded here, or its sound would be lost. */
export class CannotMend extends Error {
  override name = "CannotMend";
}

/**
 * The video as MP4 with H.264 and AAC, in the target's shape and length. What need not change is copied. `signal`
 * cancels; then it throws.
 */
export async function mendVideo(
  file: File,
  { target, framing, trim, isSmaller }: VideoMend,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<File> {
  const input = openVideo(file);
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "in-memory" }),
    target: new BufferTarget(),
  });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      ...(trim ? { trim } : {}),
      video: {
        codec: "avc",
        forceTranscode: isSmaller,
        ...(framing ? frameEach(target, framing) : {}),
      },
      audio: { codec: "aac" },
      showWarnings: false,
    });
    if (!conversion.isValid || conversion.discardedTracks.length > 0)
      throw new CannotMend(conversion.discardedTracks.map(({ reason }) => reason).join(", "));
    conversion.onProgress = onProgress;
    signal.addEventListener("abort", () => void conversion.cancel(), { once: true });
    signal.throwIfAborted();
    await conversion.execute();
    const { buffer } = output.target;
    if (!buffer) throw new CannotMend("nothing was written");
    return nameFile(new Blob([buffer]), file.name, "video/mp4");
  } finally {
    input.dispose();
  }
}

/** Draws each frame into the target's shape, the camera's rotation included. */
function frameEach(target: Size, framing: Framing) {
  const size = { width: toEven(target.width), height: toEven(target.height) };
  const { canvas, context } = createCanvas(size);
  const draw = makeFramer(size, framing);
  return {
    allowRotationMetadata: false,
    processedWidth: size.width,
    processedHeight: size.height,
    process(sample: FrameSample) {
      draw(context, {
        width: sample.displayWidth,
        height: sample.displayHeight,
        draw: (to, from, at) =>
          sample.draw(to, from.left, from.top, from.width, from.height, at.left, at.top, at.width, at.height),
      });
      return canvas;
    },
  };
}

type FrameSample = {
  readonly displayWidth: number;
  readonly displayHeight: number;
  draw(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    ...places: [number, number, number, number, number, number, number, number]
  ): void;
};
