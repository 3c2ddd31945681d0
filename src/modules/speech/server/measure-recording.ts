import type { Readable } from "node:stream";
import { recordingBytesMax } from "../contract/recordings.ts";
import { speechRefusals } from "../contract/speech.refusals.ts";

/** A recording is read whole: it is measured before it is sent on, and perhaps to a second endpoint. */
export async function readRecording(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > recordingBytesMax) {
      stream.resume();
      return speechRefusals.refuse(
        "speech.recording_too_big",
        { megabytes: recordingBytesMax / 1_048_576 },
        "file",
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A recording's length in seconds, counted from its packets: browsers write WebM without a duration. Null where it has no
 * readable sound.
 */
export async function measureSeconds(recording: Uint8Array): Promise<number | null> {
  const { BufferSource, Input, MP4, OGG, WAVE, WEBM } = await import("mediabunny");
  const input = new Input({ formats: [WEBM, OGG, MP4, WAVE], source: new BufferSource(recording) });
  try {
    const track = await input.getPrimaryAudioTrack();
    const seconds = track ? await track.computeDuration() : Number.NaN;
    return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
