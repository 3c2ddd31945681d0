import { useEffect, useRef, useState } from "react";
import { logProblem } from "#base/web/runtime/problems.ts";
import { checkFile } from "../../domain/check-file.ts";
import { type Framing, startFraming } from "../../domain/framing.ts";
import type { MediaTarget } from "../../domain/media-targets.ts";
import { captureFrameAt } from "../files/capture-frame.ts";
import { mendImage } from "../files/mend-image.ts";
import { readFacts } from "../files/read-facts.ts";
import type { MendableFile, ReadyFile } from "../picker/use-intake.ts";
import type { Trim } from "./trim.ts";

/** What is made of the file: one file for each of these targets. */
export type MendPlan = {
  parts: readonly { target: MediaTarget; framing: Framing }[];
  /** Seconds of the original; null: all of it. */
  trim: Trim | null;
  /** The second of the original that a video is shown by. */
  coverSecond: number;
};

type Failure = "cannot_encode" | "still_too_large" | "failed";
type Control = { onProgress: (share: number) => void; signal: AbortSignal };

/** Mends a file on this device, with progress from 0 to 1; leaving the dialog stops it. */
export function useMending(one: MendableFile, onDone: (files: ReadyFile[]) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  async function run(plan: MendPlan): Promise<void> {
    const stop = new AbortController();
    control.current = stop;
    setFailure(null);
    setProgress(0);
    try {
      const ready = await mendAll(one, plan, { onProgress: setProgress, signal: stop.signal });
      const codes = await listProblems(ready);
      if (stop.signal.aborted) return;
      if (codes.length === 0) onDone(ready);
      else setFailure(codes.includes("bytes") ? "still_too_large" : "failed");
    } catch (cause) {
      if (stop.signal.aborted) return;
      logProblem("a file was not mended", cause);
      setFailure(cause instanceof Error && cause.name === "CannotMend" ? "cannot_encode" : "failed");
    } finally {
      setProgress(null);
    }
  }
  return { progress, failure, run, stop: () => control.current?.abort() };
}

/** What was made is checked like any other file: an encoder may have done something else than it was asked. */
async function listProblems(ready: readonly ReadyFile[]): Promise<string[]> {
  const checked = ready.map(async ({ file, target }) => checkFile(await readFacts(file), [target.limits]));
  return (await Promise.all(checked)).flat().map(({ code }) => code);
}

/** One after the other: two encoders at once would take a phone longer than one after the other. */
async function mendAll(
  one: MendableFile,
  plan: MendPlan,
  { onProgress, signal }: Control,
): Promise<ReadyFile[]> {
  const ready: ReadyFile[] = [];
  for (const [index, part] of plan.parts.entries()) {
    const toWhole = (share: number) => onProgress((index + share) / plan.parts.length);
    const file = await mend(one, { ...part, trim: plan.trim }, { onProgress: toWhole, signal });
    signal.throwIfAborted();
    // The cover has the mended video's shape, and its seconds.
    const at = plan.coverSecond - (plan.trim?.start ?? 0);
    const poster = one.facts.kind === "video" ? await captureFrameAt(file, at) : null;
    ready.push({ file, poster, target: part.target });
  }
  return ready;
}

type MendOne = MendPlan["parts"][number] & Pick<MendPlan, "trim">;

async function mend(
  { file, facts }: MendableFile,
  { target, framing, trim }: MendOne,
  control: Control,
): Promise<File> {
  const { limits } = target;
  const size = { width: limits.width ?? facts.width, height: limits.height ?? facts.height };
  const problems = checkFile(facts, [limits]);
  const isFramed = problems.some(({ remedy }) => remedy === "frame");
  if (facts.kind === "image")
    return mendImage(file, { target: size, framing: isFramed ? framing : startFraming, limits });
  // The encoder is a large library, loaded when a video is mended.
  const { mendVideo } = await import("../files/mend-video.ts");
  const isSmaller = problems.some(({ code }) => code === "bytes");
  const plan = {
    target: size,
    framing: isFramed ? framing : null,
    trim: trim && fitTrim(trim, limits),
    isSmaller,
  };
  return mendVideo(file, plan, control);
}

/** The last frame and the last piece of sound may end a little after the chosen second. */
const slackSeconds = 0.1;

function fitTrim({ start, end }: Trim, { seconds }: MediaTarget["limits"]): Trim {
  return { start, end: seconds ? Math.min(end, start + seconds.max - slackSeconds) : end };
}
