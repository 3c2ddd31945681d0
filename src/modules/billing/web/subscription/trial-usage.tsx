import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Figure } from "#base/web/kit/text.tsx";
import type { Subscription } from "../billing-calls.ts";
import { Limit } from "./opened-card.tsx";
import classes from "./subscription.module.css";

type Props = Pick<Subscription["plan"], "opens"> & Pick<NonNullable<Subscription["trial"]>, "used">;

/** What was used of the trial so far, of what its plan opens. */
export function TrialUsage({ used, opens }: Props) {
  const { t } = useTranslation("billing_subscription");
  const titleId = useId();
  if (used.length === 0) return <p className={classes.quiet}>{t("trial_unused")}</p>;
  return (
    <section aria-labelledby={titleId}>
      <p id={titleId}>{t("trial_used")}</p>
      <dl className={classes.facts}>
        {used.map(({ feature, units }) => (
          <div key={feature}>
            <dt>{t(`feature.${feature}`)}</dt>
            <dd>
              <Figure value={units} /> {t("of")} <Limit limit={opens[feature]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
