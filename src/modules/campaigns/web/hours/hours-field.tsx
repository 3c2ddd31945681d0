import { lazy, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { everyHour, type HourPlan } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { Location } from "../../contract/shapes.ts";
import { OneOfField } from "../form/choices.tsx";
import { describeHours } from "./hour-plan-text.ts";
import { HourPresets } from "./hour-presets.tsx";
import classes from "./hours.module.css";

/** Drawn only once a merchant chooses hours. */
const HourPlanEditor = lazy(() =>
  import("./hour-plan-editor.tsx").then((module) => ({ default: module.HourPlanEditor })),
);

type Props = {
  /** Of each platform that the campaigns run on. */
  limits: readonly Capabilities[];
  value: HourPlan | null;
  /** The campaign's start; null: now. Prayer times are those of its day. */
  startsAt: string | null;
  /** The first place of the audience, whose prayer times are meant unless a city is chosen. */
  place?: Location | undefined;
  error?: string | undefined;
  onChange: (value: HourPlan | null) => void;
};

/** When in the week the ads are shown: all the time, or at hours that are named or painted. */
export function HoursField({ limits, value, startsAt, place, error, onChange }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const format = useFormat();
  const now = useNow();
  const sentenceId = useId();
  const obstacles = limits.flatMap(({ platform, hourPlans }) =>
    "obstacle" in hourPlans ? [{ platform, reason: hourPlans.obstacle }] : [],
  );
  const isOffered = obstacles.length < limits.length;
  const day = toRiyadhDay(startsAt === null ? now : new Date(startsAt));
  return (
    <div className={classes.field}>
      <OneOfField
        legend={t("campaigns:hours.legend")}
        options={[
          { value: "always", label: t("campaigns:hours.always") },
          { value: "chosen", label: t("campaigns:hours.chosen"), disabled: !isOffered && value === null },
        ]}
        value={value === null ? "always" : "chosen"}
        onChange={(choice) => onChange(choice === "always" ? null : everyHour)}
      />
      {isOffered
        ? null
        : obstacles.map(({ platform, reason }) => (
            <p key={platform} className={classes.reason}>
              {t(`campaigns:hours.obstacles.${reason}`, {
                platform: t(`campaigns:platform_names.${platform}`),
              })}
            </p>
          ))}
      {value === null ? null : (
        <>
          <HourPresets day={day} place={place} onChoose={onChange} />
          <p id={sentenceId} className={classes.sentence} aria-live="polite">
            {describeHours(value, { t, format })}
          </p>
          <Suspense fallback={<SkeletonLine width="100%" height="20rem" />}>
            <HourPlanEditor plan={value} describedBy={sentenceId} onChange={onChange} />
          </Suspense>
          <p className={classes.reason}>{t("riyadh_time")}</p>
        </>
      )}
      {error ? <ErrorLine>{error}</ErrorLine> : null}
    </div>
  );
}
