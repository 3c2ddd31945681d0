import { useEffect, useState } from "react";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { Size } from "../../domain/framing.ts";

/** Whether this browser can mend: pictures always, a video where it encodes H.264, and AAC for one with sound. */
export function useCanEncode(video: Size | null, hasSound: boolean): boolean | null {
  const [answer, setAnswer] = useState<boolean | null>(video === null ? true : null);
  const { width, height } = video ?? { width: 0, height: 0 };
  useEffect(() => {
    if (width === 0) return;
    let isOver = false;
    import("../files/mend-video.ts")
      .then(({ canMendVideo }) => canMendVideo({ width, height }))
      .then(
        ({ picture, sound }) => isOver || setAnswer(picture && (sound || !hasSound)),
        (cause: unknown) => {
          logProblem("the video encoder did not load", cause);
          if (!isOver) setAnswer(false);
        },
      );
    return () => {
      isOver = true;
    };
  }, [width, height, hasSound]);
  return answer;
}
