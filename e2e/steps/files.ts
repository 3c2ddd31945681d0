import sharp from "sharp";
import { aMovie } from "#modules/creative/testing/movie.ts";

/** A file as a merchant chooses it. */
type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

const aFrame = (background: string, size: { width: number; height: number }) =>
  sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toBuffer();

/** A tall picture, as stories and reels show it. */
export async function aPicture(): Promise<ChosenFile> {
  const buffer = await aFrame("#17624b", { width: 1_080, height: 1_920 });
  return { name: "tall.png", mimeType: "image/png", buffer };
}

/** Two frames, as a merchant's designer sends them. */
export async function aGif(): Promise<ChosenFile> {
  const size = { width: 640, height: 640 };
  const frames = [await aFrame("#c45a32", size), await aFrame("#f2e4c9", size)];
  const buffer = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [500, 500] })
    .toBuffer();
  return { name: "moving.gif", mimeType: "image/gif", buffer };
}

/** Fifteen seconds of tall video. */
export const aVideo = (): ChosenFile => ({ name: "film.mp4", mimeType: "video/mp4", buffer: aMovie() });
