import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import {
  doneCount,
  firstUnfinished,
  flowPath,
  type StepKey,
  stepKeys,
  stepPaths,
} from "../first-campaign/steps.ts";
import { useSetup } from "../first-campaign/use-setup.ts";
import classes from "./home.module.css";

/** The way to the first campaign, where the merchant left it: how much is done, and the one step that is next. */
export function FirstSteps() {
  const { t } = useTranslation("home");
  const { setup, error, retry } = useSetup();
  if (!setup) return error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonRows count={3} />;
  const done = doneCount(setup.progress);
  const hasBegun = done > 0 || setup.draft !== null;
  const next = toNextStep(firstUnfinished(setup.progress), hasBegun, t);
  return (
    <EmptyState
      title={t(hasBegun ? "go_on_title" : "not_connected_title")}
      action={
        <>
          <Button component={Link} to={next.to} color="clay" size="md">
            {next.words}
          </Button>
          <Link to="/first-campaign/ai-form" className={classes.withAi}>
            {t("with_ai")}
          </Link>
        </>
      }
    >
      {hasBegun ? t("go_on_words", { done, steps: stepKeys.length }) : t("not_connected_words")}
    </EmptyState>
  );
}

/** Where the one button leads, and its words. `unfinished`: the first step that is not done. */
function toNextStep(unfinished: StepKey | null, hasBegun: boolean, t: TFunction<"home">) {
  if (unfinished === null) return { to: "/campaigns/add", words: t("no_campaigns_action") } as const;
  if (!hasBegun) return { to: flowPath, words: t("not_connected_action") } as const;
  return { to: stepPaths[unfinished], words: t("go_on", { step: t(`steps.${unfinished}`) }) } as const;
}
