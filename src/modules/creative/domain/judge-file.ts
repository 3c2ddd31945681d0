import { checkFile, type FileFacts, type FileProblem, isMendable } from "./check-file.ts";
import { type MediaTarget, targetsOf } from "./media-targets.ts";

export type Judgement = {
  /** What the file is right for as it is; null: for nothing. */
  target: MediaTarget | null;
  /** Why it is not right for what is expected first. */
  problems: FileProblem[];
  /** What it can be mended to, where it is right for nothing. */
  mendableTo: MediaTarget[];
};

/** Whether a file can be sent as it is, and what can be made of it otherwise. */
export function judgeFile(facts: FileFacts, targets: readonly MediaTarget[]): Judgement {
  const fitting = targetsOf(facts.kind, targets);
  const target = fitting.find(({ limits }) => checkFile(facts, [limits]).length === 0) ?? null;
  const [expected] = fitting;
  const problems = checkFile(facts, expected ? [expected.limits] : targets.map(({ limits }) => limits));
  const mendableTo = fitting.filter(({ limits }) => isMendable(checkFile(facts, [limits])));
  return { target, problems, mendableTo: target ? [] : mendableTo };
}
