import { Select, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode, LtrField, TextField } from "#base/web/fields.tsx";
import { Figure } from "#base/web/text.tsx";
import { UploadBox } from "#base/web/upload-box.tsx";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import { type CallToAction, callsToAction, type Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import type { AdFields as Fields } from "../../contract/shapes.ts";
import { headlineMax } from "../../contract/words.ts";
import { useUploadMedia } from "../use-upload-media.ts";
import classes from "./form.module.css";
import type { ErrorOf } from "./problems.ts";

type Props = {
  platform: Platform;
  value: Fields;
  onChange: (patch: Partial<Fields>) => void;
  errorOf: ErrorOf;
};

/** The picture and the words of an ad, each with its limit counted while it is typed. */
export function AdFields({ platform, value, onChange, errorOf }: Props) {
  const { t } = useTranslation("campaigns");
  const limits = capabilitiesOf(platform);
  const upload = useUploadMedia(platform);
  const image = limits?.media.find(({ kind }) => kind === "image");
  const headline = Math.min(headlineMax, limits?.headlineMax ?? headlineMax);
  return (
    <div className={classes.stack}>
      <UploadBox
        label={t("form.image")}
        hint={t("form.image_hint", {
          size: Math.round((image?.maxBytes ?? 0) / 1_048_576),
          width: image?.width ?? 0,
          height: image?.height ?? 0,
        })}
        accept="image/png,image/jpeg"
        maxBytes={image?.maxBytes ?? 0}
        error={errorOf("media_id")}
        onUpload={upload}
        onDone={(media) => onChange({ media_id: media.id })}
      />
      <div className={classes.grid}>
        <Counted
          label={t("form.headline")}
          max={headline}
          value={value.headline}
          error={errorOf("headline")}
          onChange={(text) => onChange({ headline: text })}
        />
        <Counted
          label={t("form.brand_name")}
          max={limits?.brandMax ?? 25}
          value={value.brand_name}
          error={errorOf("brand_name")}
          onChange={(text) => onChange({ brand_name: text })}
        />
        <Select
          label={t("form.call_to_action")}
          data={callsToAction
            .filter((one) => limits?.callsToAction.includes(one))
            .map((one) => ({ value: one, label: t(`calls_to_action.${one}`) }))}
          value={value.call_to_action}
          allowDeselect={false}
          error={errorNode(errorOf("call_to_action"))}
          onChange={(one) => onChange({ call_to_action: (one ?? "shop_now") as CallToAction })}
        />
        <LtrField
          label={t("form.target_url")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          description={t("form.target_url_words")}
          value={value.target_url}
          error={errorOf("target_url")}
          placeholder="https://"
          onChange={(target_url) => onChange({ target_url })}
        />
        <Textarea
          className={classes.wide ?? ""}
          label={t("form.notes")}
          description={t("form.notes_words", { platform: t(`platform_names.${platform}`) })}
          rows={3}
          maxLength={1_000}
          value={value.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

function Counted({
  label,
  max,
  value,
  error,
  onChange,
}: {
  label: string;
  max: number;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      maxLength={max + 60}
      rightSectionWidth={64}
      rightSection={
        <span className={classes.count} aria-hidden>
          <Figure value={textLength(value, "units")} /> / <Figure value={max} />
        </span>
      }
      onChange={onChange}
    />
  );
}
