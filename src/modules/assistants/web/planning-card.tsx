import { Button, Loader } from "@mantine/core";
import { IconCheck, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { planSteps } from "../contract/plan-steps.ts";
import classes from "./ai-campaign.module.css";
import { Texts } from "./plan-parts.tsx";
import type { Planning } from "./use-planning.ts";

/** A plan while it is made, with the way to stop it. */
export function PlanningCard({ planning, onStop }: { planning: Planning; onStop: () => void }) {
  const { t } = useTranslation("assistants");
  const { steps, drafts, engine } = planning;
  // The page is read only where there is no product.
  const shown = planSteps.filter((step) => step !== "page" || steps.includes("page"));
  const next = shown.find((step) => !steps.includes(step));
  return (
    <Card
      title={t("planner.making")}
      aside={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlayerStop size={18} aria-hidden />}
          onClick={onStop}
        >
          {t("planner.stop")}
        </Button>
      }
    >
      <ol className={classes.steps}>
        {shown.map((step) => (
          <li key={step} data-done={steps.includes(step) || undefined}>
            {steps.includes(step) ? (
              <IconCheck size={18} aria-hidden />
            ) : step === next ? (
              <Loader size={16} aria-hidden />
            ) : (
              <span />
            )}
            <span>{t(`planner.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      {engine ? (
        <p className={classes.quiet}>
          {t("engine.written_by", { engine: engine === "built_in" ? t("engine.built_in") : engine })}
        </p>
      ) : null}
      <Texts texts={drafts.flatMap((one) => (one ? [{ headline: one.headline, text: one.body }] : []))} />
      <p className={classes.quiet}>{t("planner.leave")}</p>
    </Card>
  );
}
