import { Button } from "@mantine/core";
import { IconPhotoUp, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { pictureFits } from "#modules/creative/contract/picture-fit.ts";
import type { DraftAd } from "../../domain/plan-draft.ts";
import { useMedia } from "../use-choices.ts";
import { OneOfField } from "./choices.tsx";
import classes from "./form.module.css";
import { toFailureText } from "./picture-failure.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { useProductPicture } from "./use-product-picture.ts";

type Props = { form: CampaignFormState; ad: DraftAd; error: string | undefined };

/** The ad's picture, made from its product's: cropped in place, or replaced by a file of the merchant's own. */
export function ProductPicture({ form, ad, error }: Props) {
  const { t } = useTranslation(["campaigns_form", "base"]);
  const picture = useProductPicture(form, ad);
  const file = useMedia(ad.media_id).data;
  const failure = picture.error ? toFailureText(picture.error, t("base:client_server")) : error;
  return (
    <div className={classes.picture}>
      {picture.isMaking ? (
        <div role="status" aria-busy="true">
          <span className="visually-hidden">{t("quick.making_picture")}</span>
          <SkeletonLine height="11rem" width="6.2rem" />
        </div>
      ) : file ? (
        <img
          className={classes.chosenFile}
          src={file.thumbnail_url}
          alt={t("chosen_file", { name: file.file_name })}
        />
      ) : null}
      <div className={classes.stack}>
        {picture.isPossible && file?.kind === "image" ? <Fit picture={picture} /> : null}
        {failure && !picture.isMaking ? <ErrorLine>{failure}</ErrorLine> : null}
        {picture.error && picture.isPossible ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => picture.make(picture.fit)}
          >
            {t("base:try_again")}
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconPhotoUp size={18} aria-hidden />}
          onClick={() => form.goTo("ad")}
        >
          {t("quick.own_picture")}
        </Button>
      </div>
    </div>
  );
}

/** Whole on a ground of its own, or filling the frame; then which part stays. */
function Fit({ picture: { fit, make, isMaking } }: { picture: ReturnType<typeof useProductPicture> }) {
  const { t } = useTranslation("campaigns_form");
  return (
    <>
      <OneOfField
        legend={t("quick.fit")}
        value={fit.fit}
        onChange={(one) => make({ ...fit, fit: one })}
        options={pictureFits.map((one) => ({
          value: one,
          label: t(`quick.fits.${one}`),
          disabled: isMaking,
        }))}
      />
      {fit.fit === "fill" ? (
        <Focus first={fit.focus} isDisabled={isMaking} onChoose={(focus) => make({ fit: "fill", focus })} />
      ) : null}
    </>
  );
}

type FocusProps = { first: number; isDisabled: boolean; onChoose: (focus: number) => void };

/** Left to right in both languages, as the picture is; a new picture is made when the hand lets go. */
function Focus({ first, isDisabled, onChoose }: FocusProps) {
  const { t } = useTranslation("campaigns_form");
  const [focus, setFocus] = useState(first);
  const choose = () => {
    if (focus !== first) onChoose(focus);
  };
  return (
    <label className={classes.focus}>
      {t("quick.focus")}
      <input
        type="range"
        dir="ltr"
        min={0}
        max={1}
        step={0.1}
        value={focus}
        disabled={isDisabled}
        onChange={(event) => setFocus(Number(event.currentTarget.value))}
        onPointerUp={choose}
        onKeyUp={choose}
      />
    </label>
  );
}
