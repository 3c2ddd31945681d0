import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { ageRanges } from "../../contract/enums.ts";
import type { AdGroupFields } from "../../contract/shapes.ts";
import { AgesField } from "./ages-field.tsx";
import { ChipsField } from "./choices.tsx";
import type { ErrorFor } from "./problems.ts";

type Ages = Pick<AdGroupFields, "age_ranges" | "excluded_age_ranges">;
type Props = {
  limits: Pick<Capabilities, "ages">;
  value: Ages;
  onChange: (patch: Partial<Ages>) => void;
  errorFor: ErrorFor;
  /** Shown under a field: what one tap would mend there. */
  beside?: (field: keyof Ages) => ReactNode;
};

/** The ages that see the ads, and those left out of them. */
export function AgesFields({ limits, value, onChange, errorFor, beside }: Props) {
  return (
    <>
      <div>
        <AgesField
          limits={limits.ages}
          value={value.age_ranges}
          excluded={value.excluded_age_ranges}
          error={errorFor("age_ranges")}
          onChange={(age_ranges) => onChange({ age_ranges })}
        />
        {beside?.("age_ranges")}
      </div>
      <ExcludedAges value={value} error={errorFor("excluded_age_ranges")} onChange={onChange} />
      {beside?.("excluded_age_ranges")}
    </>
  );
}

/** Only ranges inside the chosen ones can be excluded. */
function ExcludedAges({
  value,
  error,
  onChange,
}: Pick<Props, "value" | "onChange"> & { error: string | undefined }) {
  const { t } = useTranslation("campaigns_form");
  const wide = value.age_ranges.some((range) => ["13-35", "13-49", "35+"].includes(range));
  if (!wide && value.excluded_age_ranges.length === 0) return null;
  return (
    <ChipsField
      legend={t("excluded_ages")}
      options={ageRanges
        .filter((range) => !value.age_ranges.includes(range))
        .map((range) => ({ value: range, label: <Ltr>{range}</Ltr> }))}
      value={value.excluded_age_ranges}
      error={error}
      onChange={(excluded_age_ranges) => onChange({ excluded_age_ranges })}
    />
  );
}
