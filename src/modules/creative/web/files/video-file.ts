import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";
import type { FileFacts } from "../../domain/check-file.ts";

/** Opens a video file lazily: only the bytes that are asked for are read. Dispose of it. */
export const openVideo = (file: Blob): Input =>
  new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) });

type VideoFacts = Pick<
  FileFacts,
  "width" | "height" | "seconds" | "videoCodec" | "audioCodec" | "hasUnknownSound"
>;

/** A video's facts; null when it cannot be read. A file that was cut short opens without an error, but lasts no time. */
export async function readVideo(file: Blob): Promise<VideoFacts | null> {
  const input = openVideo(file);
  try {
    const picture = await input.getPrimaryVideoTrack();
    const sound = await input.getPrimaryAudioTrack();
    const seconds = await input.computeDuration();
    if (!picture || !(seconds > 0)) return null;
    const audioCodec = sound ? await sound.getCodec() : null;
    return {
      width: await picture.getDisplayWidth(),
      height: await picture.getDisplayHeight(),
      seconds,
      videoCodec: await picture.getCodec(),
      audioCodec,
      hasUnknownSound: sound !== null && audioCodec === null,
    };
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
