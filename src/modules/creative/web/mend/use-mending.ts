import { useEffect, useRef, useState } from "react";
import { logProblem } from "#base/web/runtime/problems.ts";
import { type Framing, type Size, startFraming } from "../../domain/framing.ts";
import { mendImage } from "../files/mend-image.ts";
import type { MendableFile } from "../picker/use-intake.ts";

export type MendPlan = {
  target: Size;
  /** Null: the shape is right. */
  framing: Framing | null;
  trim: { start: number; end: number } | null;
};

type Failure = "cannot_encode" | "still_too_large" | "failed";

/** Mends a file on this device, with progress from 0 to 1; leaving the dialog stops it. */
export function useMending(one: MendableFile, onDone: (file: File) => void | Promise<void>) {
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
      const mended = await mend(one, plan, setProgress, stop.signal);
      if (stop.signal.aborted) return;
      if (mended.size > one.limits.maxBytes) setFailure("still_too_large");
      else await onDone(mended);
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

async function mend(
  { file, facts, problems, limits }: MendableFile,
  { target, framing, trim }: MendPlan,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<File> {
  if (facts.kind === "image") {
    const whole = framing ?? startFraming;
    return mendImage(file, { target, framing: whole, limits });
  }
  // The encoder is a large library, loaded when a video is mended.
  const { mendVideo } = await import("../files/mend-video.ts");
  const isSmaller = problems.some(({ code }) => code === "bytes");
  return mendVideo(file, { target, framing, trim, isSmaller }, { onProgress, signal });
}
