import type { Draft } from "./engine/draft.ts";

export type Delta = { number: number; field: "headline" | "body"; text: string };

/** What was added since: each version's texts only grow while it is written. */
export function toDeltas(before: readonly Draft[], after: readonly Draft[]): Delta[] {
  return after.flatMap((draft, index) =>
    (["headline", "body"] as const).flatMap((field) => {
      const known = before[index]?.[field] ?? "";
      const text = draft[field].startsWith(known) ? draft[field].slice(known.length) : "";
      return text === "" ? [] : [{ number: index + 1, field, text }];
    }),
  );
}
