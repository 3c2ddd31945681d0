import { useTranslation } from "react-i18next";
import { CutText, Shot } from "./parts.tsx";
import type { PreviewInput } from "./preview-input.ts";
import classes from "./previews.module.css";
import { surfaceSpecs } from "./surfaces.ts";

/** A Snap Ad: brand and headline above, the mark below them, one button at the foot. Its ads show no text. */
export function SnapchatPreview({ input }: { input: PreviewInput }) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button, hasSafeZone } = input;
  const { safeZone } = surfaceSpecs.snapchat;
  return (
    <Shot media={media} shape="9 / 16" zone={hasSafeZone ? safeZone : null}>
      <div className={classes.over}>
        <div className={classes.overTop}>
          <strong>
            <CutText text={ad.brand_name} max={null} placeholder={t("brand_name")} />
          </strong>
          <span>
            <CutText text={ad.headline} max={null} placeholder={t("headline")} />
          </span>
          <span className={classes.mark}>{t("ad_mark")}</span>
        </div>
        {button ? <span className={classes.pill}>{button}</span> : null}
      </div>
    </Shot>
  );
}
