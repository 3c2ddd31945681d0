import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./auth-form.module.css";

type Props = {
  /** The main button's verb. */
  action: string;
  isSubmitting: boolean;
  onSubmit: () => void;
  children: ReactNode;
  /** Other ways on, under the button. */
  links?: ReactNode;
};

/** The form of one step: its fields, the one button (Enter presses it), and the other ways under it. */
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

/** Another way on, as quiet as a link. */
export function AuthLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.link} onClick={onClick}>
      {children}
    </button>
  );
}
