import { Select, Switch } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DeferredLtrField } from "#base/web/forms/deferred-fields.tsx";
import { errorNode, LtrField } from "#base/web/forms/fields.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type CallToAction, callsToAction } from "#modules/ad-accounts/contract/platforms.ts";
import { AdLawNotes } from "../law/law.parts.tsx";
import { type AdChange, Headlines, Texts } from "./ad-texts.tsx";
import { Counted } from "./counted.tsx";
import classes from "./form.module.css";

/** `media`: the field of the ad's file. `profile`: that of its public profile, where one platform is shown. */
type Props = AdChange & { limits: Capabilities; media: ReactNode; profile?: ReactNode };

/**
 * An ad's file and texts: what its platform shows and accepts, each with its limit counted while the merchant types.
 */
export function AdFields({ limits, media, profile, ...rest }: Props) {
  const { value, onChange, errorFor } = rest;
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const LinkField = rest.isDeferred ? DeferredLtrField : LtrField;
  return (
    <div className={classes.stack}>
      {media}
      {profile}
      <div className={classes.grid}>
        <Headlines limits={limits} {...rest} />
        <BrandField limits={limits} {...rest} />
        <ActionField
          limits={limits}
          value={value.call_to_action}
          error={errorFor("call_to_action")}
          onChange={onChange}
        />
        <LinkField
          label={t("target_url")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          description={t("target_url_words")}
          value={value.target_url}
          error={errorFor("target_url")}
          placeholder="https://"
          onChange={(target_url) => onChange({ target_url })}
        />
        <Texts limits={limits} {...rest} />
      </div>
      <AdLawNotes ad={value} limits={limits} />
      {limits.automaticEnhancements ? (
        <Switch
          label={t("enhancements")}
          description={t("enhancements_words", {
            platform: t(`campaigns:platform_names.${limits.platform}`),
          })}
          checked={value.automatic_enhancements}
          onChange={(event) => onChange({ automatic_enhancements: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  );
}

/** Nothing where the platform shows the account's own name. */
function BrandField({
  limits,
  value,
  onChange,
  errorFor,
  beside,
  isDeferred = false,
}: Omit<Props, "media" | "profile">) {
  const { t } = useTranslation("campaigns_form");
  if (limits.brandMax === 0) return null;
  return (
    <div>
      <Counted
        label={t("brand_name")}
        isDeferred={isDeferred}
        max={limits.brandMax}
        counted={limits.textsCountedBy}
        value={value.brand_name}
        error={errorFor("brand_name")}
        onChange={(brand_name) => onChange({ brand_name })}
      />
      {beside?.("brand_name")}
    </div>
  );
}

type Part = { limits: Capabilities; error: string | undefined; onChange: AdChange["onChange"] };

/** It is not drawn again at each letter of a text beside it. */
const ActionField = memo(function ActionField({
  limits,
  value,
  error,
  onChange,
}: Part & { value: CallToAction }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  if (limits.callsToAction.length === 0) return null;
  return (
    <Select
      label={t("call_to_action")}
      data={callsToAction
        .filter((one) => limits.callsToAction.includes(one))
        .map((one) => ({ value: one, label: t(`campaigns:calls_to_action.${one}`) }))}
      value={value}
      allowDeselect={false}
      error={errorNode(error)}
      onChange={(one) => onChange({ call_to_action: (one ?? value) as CallToAction })}
    />
  );
});
