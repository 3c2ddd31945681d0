import { useTranslation } from "react-i18next";
import {
  breakdownsMax,
  type CustomBreakdown,
  type CustomMeasure,
  customMeasures,
  displays,
  isTimeBreakdown,
  measuresMax,
  subjectBreakdowns,
  timeBreakdowns,
} from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import classes from "./custom.module.css";

export type FieldsProps = {
  definition: ReportDefinition;
  onChange: (part: Partial<ReportDefinition>) => void;
};

type ChoicesProps<Choice extends string> = {
  legend: string;
  hint?: string;
  options: readonly { value: Choice; label: string; isDisabled?: boolean }[];
  isChosen: (choice: Choice) => boolean;
  onToggle: (choice: Choice) => void;
};

/** Buttons of which some are pressed. */
export function Choices<Choice extends string>({
  legend,
  hint,
  options,
  isChosen,
  onToggle,
}: ChoicesProps<Choice>) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {hint ? <p className={classes.soft}>{hint}</p> : null}
      <div className={classes.choices}>
        {options.map(({ value, label, isDisabled = false }) => (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen(value)}
            disabled={isDisabled}
            onClick={() => onToggle(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Which figures, in the order in which they were chosen. */
export function MeasuresField({ definition: { measures }, onChange }: FieldsProps) {
  const { t } = useTranslation("reports_custom");
  const isFull = measures.length >= measuresMax;
  const isChosen = (measure: CustomMeasure) => measures.includes(measure);
  return (
    <Choices
      legend={t("editor.measures")}
      hint={t("editor.measures_hint", { max: measuresMax })}
      options={customMeasures.map((value) => ({
        value,
        label: t(`measures.${value}`),
        isDisabled: isFull && !isChosen(value),
      }))}
      isChosen={isChosen}
      onToggle={(measure) =>
        onChange({
          measures: isChosen(measure) ? measures.filter((one) => one !== measure) : [...measures, measure],
        })
      }
    />
  );
}

/** By which time, and by what else. Time is always the first. */
export function BreakdownFields({ definition: { by }, onChange }: FieldsProps) {
  const { t } = useTranslation("reports_custom");
  const time = by.find(isTimeBreakdown);
  const subjects = by.filter((breakdown) => !isTimeBreakdown(breakdown));
  const isChosen = (breakdown: CustomBreakdown) => by.includes(breakdown);
  const subjectsMax = breakdownsMax - 1;
  return (
    <>
      <Choices
        legend={t("editor.by_time")}
        options={[
          { value: "none" as const, label: t("editor.by_none") },
          ...timeBreakdowns.map((value) => ({ value, label: t(`breakdowns.${value}`) })),
        ]}
        isChosen={(choice) => (choice === "none" ? time === undefined : choice === time)}
        onToggle={(choice) => onChange({ by: choice === "none" ? subjects : [choice, ...subjects] })}
      />
      <Choices
        legend={t("editor.by_subject")}
        options={subjectBreakdowns.map((value) => ({
          value,
          label: t(`breakdowns.${value}`),
          isDisabled: subjects.length >= subjectsMax && !isChosen(value),
        }))}
        isChosen={isChosen}
        onToggle={(subject) => {
          const next = isChosen(subject) ? subjects.filter((one) => one !== subject) : [...subjects, subject];
          onChange({ by: time ? [time, ...next] : next });
        }}
      />
    </>
  );
}

export function DisplayField({ definition: { display, by }, onChange }: FieldsProps) {
  const { t } = useTranslation("reports_custom");
  const hasTime = by.some(isTimeBreakdown);
  return (
    <Choices
      legend={t("editor.display")}
      options={displays.map((value) => ({
        value,
        label: t(`displays.${value}`),
        // A line runs over time.
        isDisabled: value === "line" && !hasTime,
      }))}
      isChosen={(choice) => choice === display}
      onToggle={(choice) => onChange({ display: choice })}
    />
  );
}
