import { computeCrop, computeFit, type Framing, type Rectangle, type Size } from "../../domain/framing.ts";

export type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** Something with pixels: a decoded picture or a video's frame. */
export type Picture = Size & { draw(context: Context2d, from: Rectangle, to: Rectangle): void };

export const fromBitmap = (bitmap: ImageBitmap): Picture => ({
  width: bitmap.width,
  height: bitmap.height,
  draw: (context, from, to) => drawPart(context, bitmap, from, to),
});

const drawPart = (context: Context2d, source: CanvasImageSource, from: Rectangle, to: Rectangle) =>
  context.drawImage(
    source,
    from.left,
    from.top,
    from.width,
    from.height,
    to.left,
    to.top,
    to.width,
    to.height,
  );

const whole = ({ width, height }: Size): Rectangle => ({ left: 0, top: 0, width, height });

/** So few pixels across, enlarged again, are a blur that every browser can draw, fast enough for each frame. */
const blurWidth = 24;

/** Draws pictures of any shape into one of the target's: cut to it, or whole above a blurred copy that fills it. */
export function makeFramer(target: Size, framing: Framing) {
  const small = {
    width: blurWidth,
    height: Math.max(1, Math.round((blurWidth * target.height) / target.width)),
  };
  const blur = createCanvas(small);

  return function draw(context: Context2d, picture: Picture): void {
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    if (framing.fill === "crop") {
      picture.draw(context, computeCrop(picture, target, framing), whole(target));
      return;
    }
    picture.draw(blur.context, computeCrop(picture, small, framing), whole(small));
    drawPart(context, blur.canvas, whole(small), whole(target));
    picture.draw(context, whole(picture), computeFit(picture, target));
  };
}

/** A canvas outside the page, filled with white: a picture's transparent parts are shown on white. */
export function createCanvas({ width, height }: Size) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

/** The canvas as a file's bytes; throws when the browser cannot encode the type. */
export function encodeCanvas(canvas: HTMLCanvasElement, mime: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob?.type === mime ? resolve(blob) : reject(new Error(`this browser writes no ${mime}`))),
      mime,
      quality,
    );
  });
}
