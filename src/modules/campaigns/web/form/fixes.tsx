import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, type Halalas } from "#base/shared/money.ts";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { formatTimes } from "../../contract/roas.ts";
import type { PlanProblem } from "../../domain/check-draft.ts";
import classes from "./form.module.css";
import type { CampaignFormState } from "./use-campaign-form.ts";

type Props = {
  form: Pick<CampaignFormState, "chosen" | "fix" | "fixesFor">;
  field: string;
  /** A setting that each platform has of its own: only this one's. */
  only?: Platform;
};

/**
 * Beside a field: the limit that refuses its value, and the nearest value that passes as one tap, for all platforms that
 * say the same at once.
 */
export function Fixes({ form, field, only }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const fixes = groupFixes(form.fixesFor(field, only));
  if (fixes.length === 0) return null;
  // The budget is shared: one tap is enough for all.
  const isShared = field === "daily_budget_halalas";
  const namesPlatforms = form.chosen.length > 1 && !only && !isShared;
  return (
    <ul className={classes.fixes} aria-label={t("fixes")}>
      {fixes.map(({ problems, value, words }, index) => (
        <li key={words + JSON.stringify(value)}>
          {/* The first problem is the field's own error line already. */}
          {index > 0 ? <span className={classes.soft}>{words}</span> : null}
          {isShared && index > 0 ? null : (
            <Button size="compact-md" variant="light" onClick={() => form.fix(problems)}>
              <FixLabel field={field} value={value} />
              {namesPlatforms ? ` (${nameEach(problems, t)})` : null}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

type FixGroup = { problems: PlanProblem[]; value: unknown; words: string };

/** Those with the same words and the same value are one. */
function groupFixes(fixes: ReturnType<Props["form"]["fixesFor"]>): FixGroup[] {
  const groups = Map.groupBy(fixes, ({ value, words }) => words + JSON.stringify(value));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first ? { ...first, problems: same.map(({ problem }) => problem) } : [];
  });
}

const nameEach = (problems: readonly PlanProblem[], t: (key: string) => string): string =>
  problems
    .flatMap(({ platform }) => (platform ? t(`campaigns:platform_names.${platform}`) : []))
    .join(t("campaigns:list_comma"));

/** What the tap does, with the value where it is short enough to be read. */
export function FixLabel({ field, value }: { field: string; value: unknown }) {
  const { t } = useTranslation(["campaigns_form", "base"]);
  const name = field.split(".").at(-1) ?? field;
  if (name.endsWith("_halalas")) return t("fix.amount", { amount: formatShortRiyals(value as Halalas) });
  if (name === "target_roas") return t("fix.times", { times: formatTimes(value as number) });
  if (name === "age_ranges" || name === "excluded_age_ranges")
    return (
      <>
        {t("fix.ages")} <Ltr>{(value as string[]).join(", ")}</Ltr>
      </>
    );
  if (name === "hours") return t(value === null ? "fix.always" : "fix.hours");
  if (name === "locations") return t((value as unknown[]).length === 0 ? "fix.no_places" : "fix.places");
  if (typeof value === "string" && isText(name))
    return (
      <>
        {t("fix.text")} «<UserText>{value}</UserText>»
      </>
    );
  return t("fix.nearest");
}

const isText = (name: string) => ["name", "headline", "text", "description", "brand_name"].includes(name);
