import { Checkbox } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { MediaTarget } from "../../domain/media-targets.ts";
import classes from "./mend.module.css";

type Props = {
  targets: readonly MediaTarget[];
  shown: MediaTarget;
  chosen: readonly string[];
  onShow: (id: string) => void;
  onChoose: (id: string, isChosen: boolean) => void;
};

/** Which shapes are made of the file, and which of them is framed below. Nothing is asked where there is one. */
export function TargetChoice({ targets, shown, chosen, onShow, onChoose }: Props) {
  const { t } = useTranslation("creative");
  const name = useId();
  if (targets.length < 2) return null;
  return (
    <fieldset className={classes.targets}>
      <legend>{t("mend.shapes")}</legend>
      {targets.map((target) => {
        const { width, height } = target.limits;
        const size = width && height ? `${width}×${height}` : t("library.any_pixels");
        return (
          <div key={target.id} className={classes.target}>
            <Checkbox
              aria-label={t("mend.make_shape", { size })}
              checked={chosen.includes(target.id)}
              onChange={(event) => onChoose(target.id, event.currentTarget.checked)}
            />
            <label className={classes.fill}>
              <input
                type="radio"
                name={name}
                checked={target.id === shown.id}
                onChange={() => onShow(target.id)}
              />
              <bdi>{size}</bdi>
              {target.platforms.map((platform) => (
                <PlatformIcon
                  key={platform}
                  platform={platform}
                  label={t(`ad_accounts:platforms.${platform}`)}
                />
              ))}
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}
