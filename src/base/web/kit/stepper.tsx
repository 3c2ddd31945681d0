import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "./page.tsx";
import { ProgressBar } from "./progress.tsx";
import classes from "./stepper.module.css";
import { Figure } from "./text.tsx";

export type Step = { key: string; title: string };

/** The current position in a row of steps: circles with names on a desktop, "2 of 4" and a bar on a phone. */
export function Stepper({ steps, current }: { steps: Step[]; current: string }) {
  const { t } = useTranslation("base");
  const at = Math.max(
    0,
    steps.findIndex((step) => step.key === current),
  );
  const position = t("step_of", { step: at + 1, steps: steps.length });
  return (
    <>
      <div className={classes.phone}>
        <span>{position}</span>
        <ProgressBar value={(at + 1) / steps.length} label={position} />
      </div>
      <ol className={classes.steps} aria-label={t("steps")}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={classes.step}
            data-state={index < at ? "done" : index === at ? "now" : "later"}
            aria-current={index === at ? "step" : undefined}
          >
            <span className={classes.circle}>
              {index < at ? <IconCheck size={17} aria-hidden /> : <Figure value={index + 1} />}
            </span>
            <span>{step.title}</span>
            {index < at ? <span className="visually-hidden">{t("step_done")}</span> : null}
          </li>
        ))}
      </ol>
    </>
  );
}

type FlowProps = {
  title: string;
  lead?: ReactNode;
  /** None: everything is on this one screen. */
  steps: Step[];
  current: string;
  aside?: ReactNode;
  /** Buttons; `data-line` takes a line of its own on a phone, `data-small` keeps its own width. */
  actions: ReactNode;
  children: ReactNode;
};

/** A flow in steps: header, position, the step itself, and its buttons always within the thumb's reach on a phone. */
export function FlowFrame({ title, lead, steps, current, aside, actions, children }: FlowProps) {
  return (
    <div>
      <PageHeader
        title={title}
        lead={lead}
        actions={steps.length > 0 ? <Stepper steps={steps} current={current} /> : null}
      />
      <div className={aside ? classes.withAside : undefined}>
        <div>{children}</div>
        {aside ? <aside className={classes.aside}>{aside}</aside> : null}
      </div>
      <div className={classes.actions} data-foot="">
        {actions}
      </div>
    </div>
  );
}
