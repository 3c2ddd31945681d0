import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { headlineLimit } from "../../contract/check-ad.ts";
import { noteMax } from "../../contract/enums.ts";
import type { AdFields as Fields } from "../../contract/shapes.ts";
import { Counted, CountedLines } from "./counted.tsx";
import classes from "./form.module.css";
import type { ErrorFor } from "./problems.ts";
import { SeveralTexts } from "./several-texts.tsx";

/** An ad's fields, and how they are changed. */
export type AdChange = {
  value: Fields;
  onChange: (patch: Partial<Fields>) => void;
  errorFor: ErrorFor;
  /** Shown under a field: what one tap would mend there. */
  beside?: (field: keyof Fields) => ReactNode;
  /** What depends on a text may be drawn a moment later; `onChange` then stores it by itself. */
  isDeferred?: boolean;
};
type Props = AdChange & { limits: Capabilities };

/** The headlines: one, or several where the platform combines them. */
export function Headlines({ limits, value, onChange, errorFor, beside, isDeferred = false }: Props) {
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

/** The text and the descriptions where the platform shows them; elsewhere a note for the merchant only. */
export function Texts({ limits, ...change }: Props) {
  const { value, onChange, errorFor, beside, isDeferred = false } = change;
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { textMax, textsCountedBy, platform } = limits;
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
      <Descriptions limits={limits} {...change} />
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

function Descriptions({ limits, value, onChange, errorFor, beside, isDeferred = false }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { descriptions, textsCountedBy } = limits;
  if (!descriptions) return null;
  return (
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
  );
}
