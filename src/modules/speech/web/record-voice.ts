/** Why nothing can be recorded; each is a message of this module. */
type MicrophoneProblem =
  | "access_required"
  | "no_microphone"
  | "microphone_in_use"
  | "recording_type_unknown"
  | "microphone_failed";

export class MicrophoneFault extends Error {
  readonly problem: MicrophoneProblem;
  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export type VoiceRecording = {
  /** How loud it is now, 0 to 1. */
  readLevel(): number;
  /** Ends it and gives what was recorded. */
  finish(): Promise<Blob>;
  /** Ends it and forgets what was recorded. */
  cancel(): void;
};

/** In the order of what speech models read best: Chrome, Firefox and new Safari; older Safari; older Firefox. */
const types = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
/** Speech is clear at this rate; two minutes of it are under a megabyte. */
const audioBitsPerSecond = 48_000;

/**
 * Asks for the microphone and records until it is finished or cancelled; both switch the microphone off. `onEnded` is called
 * where it ends by itself, as when the microphone is unplugged. Throws MicrophoneFault.
 */
export async function startRecording(onEnded: () => void): Promise<VoiceRecording> {
  const mimeType = findType();
  const stream = await openMicrophone();
  try {
    return record(stream, mimeType, onEnded);
  } catch (error) {
    stopTracks(stream);
    throw new MicrophoneFault("microphone_failed", error);
  }
}

function record(stream: MediaStream, mimeType: string, onEnded: () => void): VoiceRecording {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const meter = openMeter(stream);
  for (const track of stream.getTracks()) track.onended = onEnded;
  recorder.start(1_000);

  const end = async () => {
    if (recorder.state !== "inactive") recorder.stop();
    await stopped;
    stopTracks(stream);
    meter.close();
  };
  return {
    readLevel: meter.read,
    async finish() {
      await end();
      return new Blob(chunks, { type: mimeType });
    },
    cancel: () => void end(),
  };
}

function findType(): string {
  if (typeof MediaRecorder === "undefined") throw new MicrophoneFault("recording_type_unknown");
  const type = types.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type) throw new MicrophoneFault("recording_type_unknown");
  return type;
}

async function openMicrophone(): Promise<MediaStream> {
  // Browsers have no microphone for pages without HTTPS.
  if (!navigator.mediaDevices) throw new MicrophoneFault("access_required");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
    });
  } catch (error) {
    throw new MicrophoneFault(toProblem(error), error);
  }
}

const problems: Record<string, MicrophoneProblem> = {
  NotAllowedError: "access_required",
  SecurityError: "access_required",
  NotFoundError: "no_microphone",
  NotReadableError: "microphone_in_use",
  AbortError: "microphone_in_use",
};

const toProblem = (error: unknown): MicrophoneProblem =>
  (error instanceof Error ? problems[error.name] : undefined) ?? "microphone_failed";

const stopTracks = (stream: MediaStream) => {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
};

/** Loudness of a stream, for the eye alone: without Web Audio it stays at zero. */
function openMeter(stream: MediaStream) {
  if (typeof AudioContext === "undefined") return { read: () => 0, close: () => undefined };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    read() {
      analyser.getByteTimeDomainData(samples);
      let sum = 0;
      for (const sample of samples) sum += ((sample - 128) / 128) ** 2;
      // A voice near the microphone has a root mean square of about 0.2.
      return Math.min(1, Math.sqrt(sum / samples.length) * 4);
    },
    close: () => void context.close(),
  };
}
