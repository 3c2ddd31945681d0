import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormStep } from "./draft.ts";
import classes from "./form.module.css";

/** `raw` is what is sent: rows of two platforms with the same key and the same raw value say the same. */
export type ReviewRow = { key: string; name: string; value: ReactNode; raw: unknown };
/** Rows of one step of the form: the goal, the budget, an ad group, an ad. The key is the same on every platform. */
export type ReviewSection = { key: string; step: FormStep; rows: readonly ReviewRow[] };

/** The row in a list where it exists only under a condition. */
export const rowIf = (is: boolean, row: ReviewRow): ReviewRow[] => (is ? [row] : []);

/**
 * What all platforms get alike, and what is left of each: five platforms would say most things five times. One platform
 * shares nothing.
 */
export function splitShared(platforms: readonly (readonly ReviewSection[])[]): {
  shared: ReviewSection[];
  own: ReviewSection[][];
} {
  const [first = [], ...others] = platforms;
  if (others.length === 0) return { shared: [], own: [[...first]] };
  const isShared = (section: string, { key, raw }: ReviewRow) =>
    others.every((sections) =>
      sections
        .find((one) => one.key === section)
        ?.rows.some((row) => row.key === key && JSON.stringify(row.raw) === JSON.stringify(raw)),
    );
  const shared = first.map((section) => ({
    ...section,
    rows: section.rows.filter((row) => isShared(section.key, row)),
  }));
  const isAbove = (section: string, { key }: ReviewRow) =>
    shared.some((one) => one.key === section && one.rows.some((row) => row.key === key));
  const own = platforms.map((sections) =>
    sections.map((section) => ({
      ...section,
      rows: section.rows.filter((row) => !isAbove(section.key, row)),
    })),
  );
  return { shared: withRows(shared), own: own.map(withRows) };
}

const withRows = (sections: readonly ReviewSection[]): ReviewSection[] =>
  sections.filter(({ rows }) => rows.length > 0);

type Props = { sections: readonly ReviewSection[]; goTo: (step: FormStep) => void };

/** The rows of each section, with the way back to its step at the first row of each step. */
export function ReviewSections({ sections, goTo }: Props) {
  return (
    <dl className={classes.review}>
      {sections.flatMap(({ key, step, rows }, at) =>
        rows.map(({ key: row, name, value }, nth) => (
          <div key={`${key} ${row}`}>
            <dt>
              {name}
              {nth === 0 && sections[at - 1]?.step !== step ? <EditStep step={step} goTo={goTo} /> : null}
            </dt>
            <dd>{value}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

function EditStep({ step, goTo }: { step: FormStep } & Pick<Props, "goTo">) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={t("edit_step", { step: t(`steps.${step}`) })}
      onClick={() => goTo(step)}
    >
      {t("campaigns:actions.edit")}
    </Button>
  );
}
