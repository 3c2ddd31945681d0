import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { PlanResult } from "../contract/plan-shapes.ts";
import classes from "./ai-campaign.module.css";
import { Budget, usePlacesText } from "./plan-parts.tsx";

/** What a change made of the plan, old and new beside each other; what stayed is not named. */
export function PlanDifference({ before, after }: { before: PlanResult; after: PlanResult }) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const list = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  const toPlaces = usePlacesText();
  const toPlatforms = ({ choices }: PlanResult) =>
    list.format(choices.split.parts.map(({ platform }) => t(`ad_accounts:platforms.${platform}`)));
  const [old, now] = [before.choices, after.choices];
  const hasOtherBudget =
    old.budget.daily_halalas !== now.budget.daily_halalas || old.budget.days !== now.budget.days;
  const hasOtherTexts = JSON.stringify(before.texts) !== JSON.stringify(after.texts);
  return (
    <section className={classes.difference} aria-label={t("planner.changed")}>
      <h3 className={classes.choiceName}>{t("planner.changed")}</h3>
      <dl>
        {old.audience.gender === now.audience.gender ? null : (
          <Change name={t("planner.audience")} from={t(`planner.genders.${old.audience.gender}`)}>
            {t(`planner.genders.${now.audience.gender}`)}
          </Change>
        )}
        {toPlaces(old.places) === toPlaces(now.places) ? null : (
          <Change name={t("planner.places")} from={toPlaces(old.places)}>
            {toPlaces(now.places)}
          </Change>
        )}
        {hasOtherBudget ? (
          <Change name={t("planner.budget")} from={<Budget budget={old.budget} />}>
            <Budget budget={now.budget} />
          </Change>
        ) : null}
        {toPlatforms(before) === toPlatforms(after) ? null : (
          <Change name={t("planner.platforms")} from={toPlatforms(before)}>
            {toPlatforms(after)}
          </Change>
        )}
        {hasOtherTexts ? (
          <Change name={t("planner.ads")} from={t("planner.texts_before")}>
            {t("planner.texts_after")}
          </Change>
        ) : null}
      </dl>
    </section>
  );
}

function Change({ name, from, children }: { name: string; from: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("assistants");
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="visually-hidden">{t("planner.before")}</span>
        <del>{from}</del>
        <ins>{children}</ins>
      </dd>
    </div>
  );
}
