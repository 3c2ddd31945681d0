import type { IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./fact-list.module.css";

/** Facts one under another, each with its mark; `inOrder` when one follows from the other. */
export function FactList({ inOrder = false, children }: { inOrder?: boolean; children: ReactNode }) {
  const List = inOrder ? "ol" : "ul";
  return <List className={classes.facts}>{children}</List>;
}

type Props = {
  /** Colours the mark; what it means is said in words. */
  state: "done" | "now" | "bad" | "open";
  Mark: ComponentType<IconProps>;
  title: string;
  words: string;
  /** What stands at the far end: a sum, or the way to mend it. */
  aside?: ReactNode;
};

export function Fact({ state, Mark, title, words, aside }: Props) {
  return (
    <li data-state={state}>
      <span className={classes.mark}>
        <Mark size={20} aria-hidden />
      </span>
      <div>
        <strong>{title}</strong>
        <p>{words}</p>
      </div>
      {aside}
    </li>
  );
}
