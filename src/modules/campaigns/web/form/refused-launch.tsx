import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { FlowFrame } from "#base/web/kit/stepper.tsx";
import type { PlanDetails } from "../../contract/plans.calls.ts";
import { type LaunchRefusal, RefusalNote } from "../refusal-note.tsx";
import classes from "./form.module.css";

/** A plan that is saved and could not be launched. */
export type Refused = { plan: PlanDetails; refusal: LaunchRefusal };

type Props = Refused & { title: string; isBusy: boolean; onAgain: () => void; onLater: () => void };

/** The end of the review when a launch was refused: the reason stays, with its way out, until the next try. */
export function RefusedLaunch({ title, plan, refusal, isBusy, onAgain, onLater }: Props) {
  const { t } = useTranslation("campaigns_form");
  return (
    <FlowFrame
      title={title}
      steps={[]}
      current="review"
      actions={
        <>
          <Button variant="default" disabled={isBusy} onClick={onLater}>
            {t("refused.later")}
          </Button>
          <Button
            color="clay"
            loading={isBusy}
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            onClick={onAgain}
          >
            {t("launch")}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <RefusalNote refusal={refusal} campaigns={plan.campaigns} returnTo={toPath(plan)} />
        <Card title={t("refused.saved")}>
          <p className={classes.soft}>{t("refused.saved_words")}</p>
        </Card>
      </div>
    </FlowFrame>
  );
}

/** Where the plan is launched from once this page is left: the form itself is empty then. */
function toPath({ id, campaigns: [first, ...others] }: PlanDetails): string {
  return first && others.length === 0 ? `/campaigns/${first.id}` : `/campaigns/add?plan=${id}`;
}
