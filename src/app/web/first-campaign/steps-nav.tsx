import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Figure } from "#base/web/kit/text.tsx";
import classes from "./first-campaign.module.css";
import { doneCount, findStepByPath, type Progress, type StepState, stepKeys, stepPaths } from "./steps.ts";

/** The steps with their true state, each a link: a row of filling bars on a phone, a list with names on a desktop. */
export function StepsNav({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation("first_campaign");
  const current = useLocation({ select: (location) => findStepByPath(location.pathname) });
  const done = progress ? doneCount(progress) : 0;
  return (
    <nav className={classes.steps} aria-label={t("steps")}>
      <p className={classes.count}>
        <strong>{t("done_of", { done, steps: stepKeys.length })}</strong>
        {current ? <span>{t(`${current}.name`)}</span> : null}
      </p>
      <ol>
        {stepKeys.map((key, index) => {
          const state = progress?.[key] ?? "open";
          return (
            <li key={key} data-state={state} data-now={key === current}>
              <Link to={stepPaths[key]} aria-current={key === current ? "step" : undefined}>
                <span className={classes.mark}>
                  <Mark state={state} number={index + 1} />
                </span>
                <span className={classes.stepName}>{t(`${key}.name`)}</span>
                <span className={classes.stepState}>{t(`state.${state}`)}</span>
                <span className={classes.fill} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === "done") return <IconCheck size={18} aria-hidden />;
  if (state === "broken") return <IconAlertTriangle size={17} aria-hidden />;
  return <Figure value={number} />;
}
