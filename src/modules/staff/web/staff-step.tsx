import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { usePageTitle } from "#base/web/kit/page.tsx";
import classes from "./staff-step.module.css";

/** One step of signing in or enrolling, on its card. Its first field gets the focus, or its heading when it has none. */
export function StaffStep({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  const container = useRef<HTMLElement>(null);
  usePageTitle(title);
  useEffect(() => {
    const fields = [...(container.current?.querySelectorAll("input") ?? [])];
    const first = fields.find(({ value }) => value === "") ?? container.current?.querySelector("h1");
    first?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={container} className={classes.step}>
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
      {children}
    </section>
  );
}

/** A step's fields, its one button (Enter presses it), and links under it. */
export function StaffForm({
  action,
  isSubmitting,
  onSubmit,
  links,
  children,
}: {
  action: string;
  isSubmitting: boolean;
  onSubmit: () => void;
  links?: ReactNode;
  children: ReactNode;
}) {
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
