import { Button } from "@mantine/core";
import { IconArrowRight, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import classes from "./first-campaign.module.css";
import { completedPath, type StepKey, stepAfter, stepAfterSkipping, stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/**
 * One step: what it is, why it is needed and how long it takes; its content; and the next action, within the thumb's
 * reach.
 */
export function StepPage({
  step,
  children,
  action,
}: {
  step: StepKey;
  children: ReactNode;
  /** Replaces "next" while the step itself asks for something else. */
  action?: ReactNode;
}) {
  const { t } = useTranslation("first_campaign");
  return (
    <>
      <PageHeader title={t(`${step}.title`)} lead={<StepLead step={step} />} />
      <div className={classes.work}>{children}</div>
      {action ?? <StepNavigation step={step} />}
    </>
  );
}

/** Why the step is needed and how long it takes. */
export function StepLead({ step }: { step: StepKey }) {
  const { t } = useTranslation("first_campaign");
  return (
    <>
      {t(`${step}.why`)}
      <span className={classes.takes}>
        <IconClock size={17} aria-hidden /> {t(`${step}.takes`)}
      </span>
    </>
  );
}

/** Next when the step is done; until then only "not now", since the step's own button is the one to press. */
export function StepNavigation({ step }: { step: StepKey }) {
  const { t } = useTranslation("first_campaign");
  const progress = useSetup().setup?.progress;
  if (!progress) return null;
  if (progress[step] !== "done") return <SkipLink step={step} />;
  const next = stepAfter(progress, step);
  return (
    <StepActions>
      <NextButton to={next ? stepPaths[next] : completedPath}>
        {next ? t("next_is", { step: t(`${next}.name`) }) : t("see_result")}
      </NextButton>
    </StepActions>
  );
}

/** The step's main action and its companions, fixed at the foot of a phone's screen. */
export function StepActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

export function SkipLink({ step }: { step: StepKey }) {
  const { t } = useTranslation("first_campaign");
  const progress = useSetup().setup?.progress;
  if (!progress) return null;
  const next = stepAfterSkipping(progress, step);
  return (
    <p className={classes.later}>
      <Link to={next ? stepPaths[next] : "/"} className={classes.notNow}>
        {next ? t("not_now", { step: t(`${next}.name`) }) : t("not_now_home")}
      </Link>
    </p>
  );
}

/** The one most important action of the step. */
export function NextButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      component={Link}
      to={to}
      color="clay"
      size="lg"
      fullWidth
      rightSection={<IconArrowRight size={20} aria-hidden className="turns" />}
    >
      {children}
    </Button>
  );
}
