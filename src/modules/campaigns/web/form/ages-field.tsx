import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { computeAgeSpan } from "../../contract/ages.ts";
import type { AgeRange } from "../../contract/enums.ts";
import {
  type AgePreset,
  agePresetNames,
  agePresets,
  ageSteps,
  findAgePreset,
} from "../../domain/age-presets.ts";
import { ChipsField, OneOfField } from "./choices.tsx";
import classes from "./form.module.css";

type Props = {
  limits: Capabilities["ages"];
  value: readonly AgeRange[];
  excluded: readonly AgeRange[];
  error: string | undefined;
  onChange: (ages: AgeRange[]) => void;
};

const custom = "custom";

/** Whom an ad reaches by age: one of a few spans by a tap, or the ranges one by one. */
export function AgesField({ limits, value, excluded, error, onChange }: Props) {
  const { t } = useTranslation("campaigns_form");
  const preset = findAgePreset(value);
  const [isOpen, setOpen] = useState(false);
  const isCustom = isOpen || preset === null;
  const span = computeAgeSpan(value, excluded, limits);
  return (
    <div className={classes.stack}>
      <OneOfField<AgePreset | typeof custom>
        legend={t("ages_presets")}
        value={isCustom ? custom : preset}
        error={isCustom ? undefined : error}
        onChange={(picked) => {
          setOpen(picked === custom);
          if (picked !== custom) onChange([...agePresets[picked]]);
        }}
        options={[
          ...agePresetNames.map((name) => ({ value: name, label: <PresetName name={name} /> })),
          { value: custom, label: t("ages_custom") },
        ]}
      />
      {isCustom ? (
        <ChipsField<AgeRange>
          legend={t("ages")}
          // A wide range that was chosen elsewhere can be taken away here too.
          options={[...new Set([...ageSteps, ...value])].map((range) => ({
            value: range,
            label: <Ltr>{range}</Ltr>,
          }))}
          value={value}
          error={error}
          onChange={onChange}
        />
      ) : null}
      {typeof span === "string" ? null : (
        <p className={classes.hint}>
          {t("ages_whole")} <Ltr>{`${span.min}${span.max ? `–${span.max}` : "+"}`}</Ltr>
        </p>
      )}
    </div>
  );
}

/** A span's name is its years, but for everybody. */
function PresetName({ name }: { name: AgePreset }) {
  const { t } = useTranslation("campaigns_form");
  if (name === "all") return t("ages_all");
  const ranges = agePresets[name];
  const [from = ""] = (ranges[0] ?? "").split("-");
  const last = ranges.at(-1) ?? "";
  return <Ltr>{ranges.length > 1 ? `${from}-${last.split("-").at(-1)}` : last}</Ltr>;
}
