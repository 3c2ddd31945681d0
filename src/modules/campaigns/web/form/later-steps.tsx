import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { BudgetSplit } from "./budget-split.tsx";
import classes from "./form.module.css";
import { GroupBar } from "./group-bar.tsx";
import { PlanAds } from "./plan-ads.tsx";
import { DroppedNotes, PlanAudience } from "./plan-audience.tsx";
import { PlanBudgetFields } from "./plan-budget-fields.tsx";
import { PlanHours } from "./plan-hours.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { QuickReview } from "./quick-review.tsx";
import { Review } from "./review.tsx";
import { ScopeBar } from "./scope-bar.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

export { CostLine } from "./quick-review.tsx";
export { RefusedLaunch } from "./refused-launch.tsx";

/*
 * The steps after the first, in a file that is loaded once the first is on the screen.
 */

export function LaterFields({ form, isFirst }: { form: CampaignFormState; isFirst: boolean }) {
  const { t } = useTranslation("campaigns_form");
  if (form.step === "audience")
    return (
      <>
        <Card>
          <PlanBudgetFields form={form} />
        </Card>
        <Card>
          <div className={classes.stack}>
            <ScopeBar form={form} />
            <PlanHours form={form} />
            {form.draft.ad_groups.length > 1 ? <GroupBar form={form} /> : null}
            <DroppedNotes form={form} />
            <PlanAudience form={form} />
          </div>
        </Card>
      </>
    );
  if (form.step === "ad") return <PlanAds form={form} />;
  return (
    <>
      <Card title={t("steps.review")}>
        <p className={classes.soft}>{t("review_words")}</p>
      </Card>
      {isFirst ? <QuickReview form={form} /> : null}
      <Review form={form} />
    </>
  );
}

/** Beside a step: the ad as it will look, or the split of the budget. */
export function LaterAside({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  if (form.step === "audience") return <BudgetSplit form={form} />;
  return (
    <Card title={t("preview")}>
      <PlanPreview form={{ ...form, draft: form.settled }} />
    </Card>
  );
}
