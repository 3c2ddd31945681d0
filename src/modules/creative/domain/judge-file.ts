import { checkFile, type FileFacts, type FileProblem, isMendable } from "./check-file.ts";
import { filterByKind, type MediaTarget } from "./media-targets.ts";

export type Judgement = {
  /** What the file is right for as it is, also for others of the same kind that take it; null: for nothing. */
  target: MediaTarget | null;
  /** Why it is not right for what is expected first. */
  problems: FileProblem[];
  /** What it can be mended to, of what is still needed. */
  mendableTo: MediaTarget[];
};

/**
 * Whether a file can be sent as it is, and what can be made of it otherwise. Where each target is needed, the ones it is
 * not right for are still to be made of it; elsewhere one is enough.
 */
export function judgeFile(
  facts: FileFacts,
  targets: readonly MediaTarget[],
  { isEachNeeded = false }: { isEachNeeded?: boolean } = {},
): Judgement {
  const fitting = filterByKind(facts.kind, targets);
  const isRight = ({ limits }: MediaTarget) => checkFile(facts, [limits]).length === 0;
  const target = fitting.find(isRight) ?? null;
  const [expected] = fitting;
  const problems = checkFile(facts, expected ? [expected.limits] : targets.map(({ limits }) => limits));
  const open = target && !isEachNeeded ? [] : fitting.filter((one) => !isRight(one));
  return {
    target,
    problems,
    mendableTo: open.filter(({ limits }) => isMendable(checkFile(facts, [limits]))),
  };
}
