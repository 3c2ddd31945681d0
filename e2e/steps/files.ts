import type { Page } from "@playwright/test";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";
import sharp from "sharp";

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

/** Fifteen seconds of tall H.264 video with one picture a second; the browser of the page encodes it. */
export async function aVideo(page: Page): Promise<ChosenFile> {
  const { frames, description } = await page.evaluate(encodeFrames, {
    width: 1_080,
    height: 1_920,
    count: 15,
  });
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = {
    codec: h264High,
    codedWidth: 1_080,
    codedHeight: 1_920,
    description: fromBase64(description),
  };
  for (const [at, frame] of frames.entries())
    await source.add(new EncodedPacket(fromBase64(frame), at === 0 ? "key" : "delta", at, 1), {
      decoderConfig,
    });
  await output.finalize();
  const bytes = output.target.buffer ?? new ArrayBuffer(0);
  return { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from(bytes) };
}

const h264High = "avc1.640028";
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

type FrameOptions = { width: number; height: number; count: number };

/** Runs in the page: the frames as base64, and what a decoder has to know before the first. */
async function encodeFrames({ width, height, count }: FrameOptions) {
  const toBase64 = (bytes: Uint8Array) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const frames: string[] = [];
  let description = "";
  const encoder = new VideoEncoder({
    error: (fault) => {
      throw fault;
    },
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push(toBase64(bytes));
      const start = metadata?.decoderConfig?.description;
      if (start) description = toBase64(new Uint8Array(start as ArrayBuffer));
    },
  });
  encoder.configure({ codec: "avc1.640028", width, height, bitrate: 1_000_000, avc: { format: "avc" } });
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  for (let at = 0; at < count; at++) {
    if (pen) {
      pen.fillStyle = `hsl(${at * 20} 50% 40%)`;
      pen.fillRect(0, 0, width, height);
    }
    const frame = new VideoFrame(canvas, { timestamp: at * 1_000_000, duration: 1_000_000 });
    encoder.encode(frame, { keyFrame: at === 0 });
    frame.close();
  }
  await encoder.flush();
  return { frames, description };
}
