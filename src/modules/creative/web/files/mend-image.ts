import type { AcceptedMedia } from "../../contract/uploads.ts";
import type { Framing, Size } from "../../domain/framing.ts";
import { createCanvas, encodeCanvas, fromBitmap, makeFramer } from "./draw-framed.ts";
import { nameFile } from "./name-file.ts";
import { openPicture } from "./read-facts.ts";

type Mend = { target: Size; framing: Framing; limits: Pick<AcceptedMedia, "mimes" | "maxBytes"> };

/** Qualities of a JPEG from the best on; below the last one the picture looks cheap. */
const qualities = [0.92, 0.85, 0.75, 0.6];

/**
 * The picture in the target's shape and a type that is accepted: a PNG stays one where it is small enough, everything
 * else becomes a JPEG. Throws for a picture that this browser cannot decode.
 */
export async function mendImage(file: File, { target, framing, limits }: Mend): Promise<File> {
  const picture = await openPicture(file);
  try {
    const { canvas, context } = createCanvas(target);
    makeFramer(target, framing)(context, fromBitmap(picture.bitmap));
    if (file.type === "image/png" && limits.mimes.includes("image/png")) {
      const png = await encodeCanvas(canvas, "image/png", 1);
      if (png.size <= limits.maxBytes) return nameFile(png, file.name, "image/png");
    }
    return nameFile(await encodeWithin(canvas, limits.maxBytes), file.name, "image/jpeg");
  } finally {
    picture.close();
  }
}

async function encodeWithin(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob> {
  for (const quality of qualities) {
    const jpeg = await encodeCanvas(canvas, "image/jpeg", quality);
    if (jpeg.size <= maxBytes) return jpeg;
  }
  throw new Error("the picture stays too large");
}
