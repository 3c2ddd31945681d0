import { useTranslation } from "react-i18next";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { ChipsField, OneOfField } from "./choices.tsx";

type Props = {
  platform: Platform;
  value: readonly Placement[];
  onChange: (value: Placement[]) => void;
  error: string | undefined;
};

/** The campaign's placements: exactly one, or several, as the platform allows; nothing where it has only one. */
export function PlacementsField({ platform, value, onChange, error }: Props) {
  const { t } = useTranslation("campaigns");
  const offered: Capabilities["placements"] = getCapabilities(platform)?.placements ?? null;
  if (!offered) return null;
  const legend = t("placements_title");
  const options = offered.options.map((one) => ({ value: one, label: t(`placements.${one}`) }));
  return offered.pick === "one" ? (
    <OneOfField
      legend={legend}
      options={options}
      value={value[0] ?? null}
      error={error}
      onChange={(one) => onChange([one])}
    />
  ) : (
    <ChipsField legend={legend} options={options} value={value} error={error} onChange={onChange} />
  );
}
