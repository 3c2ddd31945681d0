import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormStep } from "./draft.ts";
import classes from "./form.module.css";

export type ReviewRow = { key: string; name: string; value: ReactNode; step?: FormStep };

/** The row in a list where it exists only under a condition. */
export const rowIf = (is: boolean, row: ReviewRow): ReviewRow[] => (is ? [row] : []);

type Props = { rows: readonly ReviewRow[]; goTo: (step: FormStep) => void };

/** Rows, with the way back to its step at the first of each. */
export function ReviewRows({ rows, goTo }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <dl className={classes.review}>
      {rows.map(({ key, name, value, step }) => (
        <div key={key}>
          <dt>
            {name}
            {step ? (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t("edit_step", { step: t(`steps.${step}`) })}
                onClick={() => goTo(step)}
              >
                {t("campaigns:actions.edit")}
              </Button>
            ) : null}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
