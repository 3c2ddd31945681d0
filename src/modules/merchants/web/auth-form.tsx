import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./auth-form.module.css";

type Props = {
  /** The main button's label. */
  action: string;
  isSubmitting: boolean;
  onSubmit: () => void;
  children: ReactNode;
  /** Links to other steps, under the button. */
  links?: ReactNode;
};

/** The form of one step: its fields, the one button (Enter presses it), and links to other steps under it. */
export function AuthForm({ action, isSubmitting, onSubmit, children, links }: Props) {
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
        {action}
      </Button>
      {links ? <div className={classes.links}>{links}</div> : null}
    </form>
  );
}

/** A link to another step. */
export function AuthLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.link} onClick={onClick}>
      {children}
    </button>
  );
}
