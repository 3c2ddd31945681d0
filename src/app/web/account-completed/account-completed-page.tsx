import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPoint } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { Fact, FactList } from "../first-campaign/fact-list.tsx";
import { firstUnfinished, type Progress, stepKeys, stepPaths } from "../first-campaign/steps.ts";
import { useSetup } from "../first-campaign/use-setup.ts";
import classes from "./account-completed.module.css";

/**
 * The last page of the first-campaign flow: what is set up, what was left for later, and what to do in the first days.
 */
export function AccountCompletedPage() {
  const { t } = useTranslation("account_completed");
  const { setup, error, retry } = useSetup();
  const name = useCurrentUser().data?.name.split(" ")[0] ?? "";
  if (!setup) return error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonRows count={4} />;
  const left = firstUnfinished(setup.progress);
  return (
    <div className={classes.page}>
      <PageHeader
        title={left ? t("almost", { name }) : t("welcome", { name })}
        lead={t(left ? "almost_lead" : "welcome_lead")}
      />
      <SetupList progress={setup.progress} />
      {left ? null : <FirstDays />}
      <div className={classes.actions}>
        {left ? (
          <Button component={Link} to={stepPaths[left]} color="clay" size="lg">
            {t("finish")}
          </Button>
        ) : (
          <Button component={Link} to="/" color="clay" size="lg">
            {t("go_home")}
          </Button>
        )}
        {setup.started ? (
          <Button component={Link} to={`/campaigns/${setup.started.id}`} variant="default" size="lg">
            {t("see_campaign")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const looks = {
  done: { state: "done", Mark: IconCheck },
  broken: { state: "bad", Mark: IconAlertTriangle },
  partly: { state: "open", Mark: IconPoint },
  open: { state: "open", Mark: IconPoint },
  waits: { state: "open", Mark: IconPoint },
} as const;

function SetupList({ progress }: { progress: Progress }) {
  const { t } = useTranslation(["account_completed", "first_campaign"]);
  const welcome = firstUnfinished(progress) ? "open" : "done";
  return (
    <Card title={t("account_completed:set_up")}>
      <FactList>
        {stepKeys.map((key) => {
          const state = progress[key];
          return (
            <Fact
              key={key}
              {...looks[state]}
              title={t(`first_campaign:${key}.name`)}
              description={t(`first_campaign:state.${state}`)}
              aside={
                state === "done" ? null : (
                  <Link to={stepPaths[key]} className={classes.link}>
                    {t("account_completed:do_it")}
                    <span className="visually-hidden">: {t(`first_campaign:${key}.title`)}</span>
                  </Link>
                )
              }
            />
          );
        })}
        <Fact
          {...looks[welcome]}
          title={t("account_completed:step_welcome")}
          description={t(`first_campaign:state.${welcome}`)}
        />
      </FactList>
    </Card>
  );
}

/** The specification's own advice: check the figures every day for the first three days. */
function FirstDays() {
  const { t } = useTranslation("account_completed");
  return (
    <Card title={t("first_days")} tone="palm">
      <ul className={classes.advice}>
        <li>{t("advice_daily")}</li>
        <li>{t("advice_patience")}</li>
        <li>{t("advice_told")}</li>
      </ul>
    </Card>
  );
}
