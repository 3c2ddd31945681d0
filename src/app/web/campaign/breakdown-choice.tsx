import { useTranslation } from "react-i18next";
import { type AudienceSplit, audienceSplits } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanBreakdown } from "#modules/reports/contract/breakdowns.ts";
import classes from "./campaign.module.css";

type View = PlanBreakdown | AudienceSplit;
type Props<Offered extends View> = {
  views: readonly Offered[];
  chosen: Offered;
  onChoose: (view: Offered) => void;
};

/** Whether only the platforms can say it, and not what is counted here. */
export const isAudienceSplit = (view: View): view is AudienceSplit =>
  (audienceSplits as readonly string[]).includes(view);

/** By what figures are split: one button each, the chosen one pressed. */
export function BreakdownChoice<Offered extends View>({ views, chosen, onChoose }: Props<Offered>) {
  const { t } = useTranslation("campaign");
  return (
    <fieldset className={classes.periods}>
      <legend className="visually-hidden">{t("breakdown_by")}</legend>
      {views.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
          {t(`breakdowns.${one as View}`)}
        </button>
      ))}
    </fieldset>
  );
}
