import type { ReactNode } from "react";
import classes from "./rules.module.css";
import { type ReadRule, useRuleText } from "./use-rule-text.ts";

/** A rule as one sentence: its values stand out, its act most. Below it where and how often it looks. */
export function RuleSentence({ rule, isLarge = false }: { rule: ReadRule; isLarge?: boolean }) {
  const { toSentence, toReachLine } = useRuleText();
  return (
    <div className={classes.sentence} data-large={isLarge}>
      <p>{markParts(toSentence(rule))}</p>
      <p className={classes.quiet}>{toReachLine(rule)}</p>
    </div>
  );
}

/** The sentence's text, with its marked parts as elements. */
function markParts(sentence: string): ReactNode[] {
  return sentence.split(/(⟦[^⟧]*⟧|⟪[^⟫]*⟫)/).map((part, index) => {
    if (!/^[⟦⟪]/.test(part)) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their places
      <mark key={index} className={classes.part} data-kind={part.startsWith("⟪") ? "act" : "value"}>
        <bdi>{part.slice(1, -1)}</bdi>
      </mark>
    );
  });
}
