import { Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { devices } from "#modules/ad-accounts/contract/platforms.ts";
import { genders, nameMax } from "../../contract/enums.ts";
import type { AdGroupFields } from "../../contract/shapes.ts";
import { proposeKeywords } from "../../domain/propose-keywords.ts";
import { AgesFields } from "./ages-fields.tsx";
import { ChipsField, OneOfField } from "./choices.tsx";
import { Counted } from "./counted.tsx";
import classes from "./form.module.css";
import { KeywordsField } from "./keywords-field.tsx";
import { LocationPicker } from "./location-picker.tsx";
import type { ErrorFor } from "./problems.ts";

type Props = {
  limits: Capabilities;
  value: AdGroupFields;
  onChange: (patch: Partial<AdGroupFields>) => void;
  errorFor: ErrorFor;
  /** A first ad group takes the campaign's name; a further one needs its own. */
  hasName: boolean;
  /** What the ads are about, as keywords are proposed from it. */
  product?: string | undefined;
  /** Shown under a field: what one tap would mend there. */
  beside?: (field: keyof AdGroupFields) => ReactNode;
};

/** The audience of an ad group. */
export function AudienceFields(props: Props) {
  return (
    <div className={classes.stack}>
      {props.hasName ? <NameField {...props} /> : null}
      <AgesFields {...props} />
      <GenderField {...props} />
      <PlacesField {...props} />
      <Keywords {...props} />
      <DevicesField {...props} />
      <OptimizedSwitch {...props} />
    </div>
  );
}

function NameField({ value, onChange, errorFor }: Props) {
  const { t } = useTranslation("campaigns_form");
  return (
    <Counted
      label={t("ad_group_name")}
      value={value.name}
      max={nameMax}
      error={errorFor("name")}
      onChange={(name) => onChange({ name })}
    />
  );
}

function GenderField({ value, onChange }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <OneOfField
      legend={t("gender")}
      value={value.gender}
      onChange={(gender) => onChange({ gender })}
      options={genders.map((one) => ({ value: one, label: t(`campaigns:genders.${one}`) }))}
    />
  );
}

/** Places with a radius, or the sentence that the platform knows only the whole Kingdom. */
function PlacesField({ limits, value, onChange, errorFor, beside }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <>
      {limits.radiusMetres ? (
        <LocationPicker
          radius={limits.radiusMetres}
          limits={limits}
          value={value.locations}
          error={errorFor("locations")}
          onChange={(locations) => onChange({ locations })}
        />
      ) : (
        <p className={classes.soft}>
          {t("only_kingdom", { platform: t(`campaigns:platform_names.${limits.platform}`) })}
        </p>
      )}
      {beside?.("locations")}
    </>
  );
}

function Keywords({ limits, value, onChange, errorFor, beside, product = "" }: Props) {
  return (
    <>
      {limits.keywords ? (
        <KeywordsField
          limits={limits.keywords}
          value={value.keywords}
          error={errorFor("keywords")}
          proposed={proposeKeywords(product, limits.keywords)}
          onChange={(keywords) => onChange({ keywords })}
        />
      ) : null}
      {beside?.("keywords")}
    </>
  );
}

/** Devices to choose from, or the sentence that the platform advertises on mobile only. */
function DevicesField({ limits, value, onChange, errorFor }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  if (limits.devices.length < 2)
    return (
      <p className={classes.soft}>
        {t("only_mobile", { platform: t(`campaigns:platform_names.${limits.platform}`) })}
      </p>
    );
  return (
    <ChipsField
      legend={t("devices")}
      options={devices.map((one) => ({
        value: one,
        label: t(`campaigns:devices.${one}`),
        disabled: !limits.devices.includes(one),
      }))}
      value={value.devices}
      error={errorFor("devices")}
      onChange={(picked) => onChange({ devices: picked })}
    />
  );
}

function OptimizedSwitch({ limits, value, onChange }: Props) {
  const { t } = useTranslation("campaigns_form");
  if (!limits.supportsOptimizedTargeting) return null;
  return (
    <Switch
      label={t("optimized")}
      description={t("optimized_words")}
      checked={value.optimized_targeting}
      onChange={(event) => onChange({ optimized_targeting: event.currentTarget.checked })}
    />
  );
}
