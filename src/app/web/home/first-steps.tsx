import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { SoonTag } from "#base/web/kit/soon-tag.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { doneCount, firstUnfinished, flowPath, stepKeys, stepPaths } from "../first-campaign/steps.ts";
import { useSetup } from "../first-campaign/use-setup.ts";
import classes from "./home.module.css";

/** The way to the first campaign, where the merchant left it: how much is done, and the one step that is next. */
export function FirstSteps() {
  const { t } = useTranslation("home");
  const { setup, error, retry } = useSetup();
  if (!setup) return error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonRows count={3} />;
  const done = doneCount(setup.progress);
  const next = firstUnfinished(setup.progress);
  const hasBegun = done > 0 || setup.draft !== null;
  return (
    <EmptyState
      title={t(hasBegun ? "go_on_title" : "not_connected_title")}
      action={
        <>
          <Button
            component={Link}
            to={next === null ? "/campaigns/add" : hasBegun ? stepPaths[next] : flowPath}
            color="clay"
            size="md"
          >
            {next === null
              ? t("no_campaigns_action")
              : hasBegun
                ? t("go_on", { step: t(`steps.${next}`) })
                : t("not_connected_action")}
          </Button>
          <Link to="/first-campaign/ai-form" className={classes.withAi}>
            {t("with_ai")}
            <SoonTag />
          </Link>
        </>
      }
    >
      {hasBegun ? t("go_on_words", { done, steps: stepKeys.length }) : t("not_connected_words")}
    </EmptyState>
  );
}
