import type { IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./fact-list.module.css";

/** Facts in a column, each with its icon; `inOrder` when one follows from the other. */
export function FactList({ inOrder = false, children }: { inOrder?: boolean; children: ReactNode }) {
  const List = inOrder ? "ol" : "ul";
  return <List className={classes.facts}>{children}</List>;
}

/** Colours the icon; the text says what it means. */
export type FactState = "done" | "now" | "bad" | "open";

type Props = {
  state: FactState;
  Mark: ComponentType<IconProps>;
  title: string;
  description: string;
  /** Shown at the far end: a sum, or the action that fixes it. */
  aside?: ReactNode;
};

export function Fact({ state, Mark, title, description, aside }: Props) {
  return (
    <li data-state={state}>
      <span className={classes.mark}>
        <Mark size={20} aria-hidden />
      </span>
      <div>
        <strong>{title}</strong>
        <p>{description}</p>
      </div>
      {aside}
    </li>
  );
}
