import { fileTypeFromBuffer } from "file-type";
import sharp, { type Sharp } from "sharp";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { PictureFit } from "../contract/picture-fit.ts";
import { computeCrop, type Size } from "../domain/fit-frame.ts";
import { decoding, pixelsMax } from "./clean-image.ts";

const readable = ["image/jpeg", "image/png", "image/webp", "image/gif"];
/** The ground is drawn small and enlarged: a strong blur of a large picture would take seconds. */
const groundScale = 10;

/**
 * A picture as a JPEG of exactly the frame's size; transparent parts become white, and of several frames the first is
 * taken. Refuses bytes that are no picture.
 */
export async function fitPicture(bytes: Buffer, frame: Size, { fit, focus }: PictureFit): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !readable.includes(type.mime))
    return creativeRefusals.refuse("creative.file_broken", {}, "file");
  return decoding(fit === "fill" ? fill(bytes, frame, focus) : placeWhole(bytes, frame));
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: pixelsMax, failOn: "truncated" })
    .autoOrient()
    .flatten({ background: "#ffffff" });

const toJpeg = (picture: Sharp) => picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();

async function fill(bytes: Buffer, frame: Size, focus: number): Promise<Buffer> {
  const { autoOrient: size } = await sharp(bytes, { limitInputPixels: pixelsMax }).metadata();
  const cut = open(bytes).extract(computeCrop(size, frame, focus));
  return toJpeg(cut.resize(frame.width, frame.height, { fit: "fill" }));
}

/** The whole picture in the middle; what is left of the frame shows the picture itself, blurred and darker. */
async function placeWhole(bytes: Buffer, frame: Size): Promise<Buffer> {
  const small = {
    width: Math.ceil(frame.width / groundScale),
    height: Math.ceil(frame.height / groundScale),
  };
  const blurred = await open(bytes)
    .resize(small.width, small.height, { fit: "cover" })
    .blur(5)
    .modulate({ brightness: 0.8 })
    .png()
    .toBuffer();
  const whole = await open(bytes).resize(frame.width, frame.height, { fit: "inside" }).png().toBuffer();
  const ground = sharp(blurred).resize(frame.width, frame.height, { fit: "fill" });
  return toJpeg(ground.composite([{ input: whole, gravity: "centre" }]));
}
