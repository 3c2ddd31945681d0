import { Select, Switch } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorNode, LtrField } from "#base/web/forms/fields.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type CallToAction, callsToAction } from "#modules/ad-accounts/contract/platforms.ts";
import { headlineLimit } from "../../contract/check-ad.ts";
import { noteMax } from "../../contract/enums.ts";
import type { AdFields as Fields } from "../../contract/shapes.ts";
import { Counted, CountedLines } from "./counted.tsx";
import classes from "./form.module.css";
import type { ErrorFor } from "./problems.ts";
import { SeveralTexts } from "./several-texts.tsx";

type Change = {
  value: Fields;
  onChange: (patch: Partial<Fields>) => void;
  errorFor: ErrorFor;
  /** Shown under a field: what one tap would mend there. */
  beside?: (field: keyof Fields) => ReactNode;
  /** What depends on a text may be drawn a moment later; `onChange` then stores it by itself. */
  isDeferred?: boolean;
};
/** `media`: the field of the ad's file. */
type Props = Change & { limits: Capabilities; media: ReactNode };

/**
 * An ad's file and texts: what its platform shows and accepts, each with its limit counted while the merchant types.
 */
export function AdFields({ limits, media, ...rest }: Props) {
  const { value, onChange, errorFor, beside, isDeferred = false } = rest;
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <div className={classes.stack}>
      {media}
      <div className={classes.grid}>
        <Headlines limits={limits} {...rest} />
        {limits.brandMax > 0 ? (
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
        ) : null}
        <ActionField
          limits={limits}
          value={value.call_to_action}
          error={errorFor("call_to_action")}
          onChange={onChange}
        />
        <LtrField
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

function Headlines({
  limits,
  value,
  onChange,
  errorFor,
  beside,
  isDeferred = false,
}: Change & { limits: Capabilities }) {
  const { t } = useTranslation("campaigns_form");
  const max = headlineLimit(limits);
  return (
    <>
      <div className={limits.headlines.max > 1 ? classes.wide : undefined}>
        <Counted
          label={t("headline")}
          isDeferred={isDeferred}
          max={max}
          counted={limits.textsCountedBy}
          value={value.headline}
          error={errorFor("headline")}
          onChange={(headline) => onChange({ headline })}
        />
        {beside?.("headline")}
      </div>
      <SeveralTexts
        label={(place) => t("headline_of", { place })}
        add={t("add_headline")}
        values={value.more_headlines}
        count={limits.headlines}
        length={max}
        counted={limits.textsCountedBy}
        error={errorFor("more_headlines")}
        onChange={(more_headlines) => onChange({ more_headlines })}
      />
      {beside?.("more_headlines")}
    </>
  );
}

type Part = { limits: Capabilities; error: string | undefined; onChange: Change["onChange"] };

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

/** The text and the descriptions where the platform shows them; elsewhere a note for the merchant only. */
function Texts({
  limits,
  value,
  onChange,
  errorFor,
  beside,
  isDeferred = false,
}: Change & { limits: Capabilities }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { descriptions, textMax, textsCountedBy, platform } = limits;
  return (
    <>
      {textMax > 0 ? (
        <CountedLines
          label={t("text")}
          isDeferred={isDeferred}
          max={textMax}
          counted={textsCountedBy}
          value={value.text}
          error={errorFor("text")}
          onChange={(text) => onChange({ text })}
        />
      ) : null}
      {beside?.("text")}
      {descriptions ? (
        <>
          <div className={descriptions.max > 1 ? classes.wide : undefined}>
            <Counted
              label={t("description")}
              isDeferred={isDeferred}
              max={descriptions.length}
              counted={textsCountedBy}
              value={value.description}
              error={errorFor("description")}
              onChange={(description) => onChange({ description })}
            />
            {beside?.("description")}
          </div>
          <SeveralTexts
            label={(place) => t("description_of", { place })}
            add={t("add_description")}
            values={value.more_descriptions}
            count={descriptions}
            length={descriptions.length}
            counted={textsCountedBy}
            error={errorFor("more_descriptions")}
            onChange={(more_descriptions) => onChange({ more_descriptions })}
          />
          {beside?.("more_descriptions")}
        </>
      ) : null}
      {textMax === 0 ? (
        <CountedLines
          label={t("notes")}
          description={t("notes_words", { platform: t(`campaigns:platform_names.${platform}`) })}
          max={noteMax}
          value={value.text}
          error={errorFor("text")}
          onChange={(text) => onChange({ text })}
        />
      ) : null}
    </>
  );
}
