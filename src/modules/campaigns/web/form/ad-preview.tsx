import { useTranslation } from "react-i18next";
import { Written } from "#base/web/text.tsx";
import type { AdFields } from "../../contract/shapes.ts";
import { useMedia } from "../use-choices.ts";
import classes from "./form.module.css";

/** The ad as a shopper's phone will show it, changing as one types. */
export function AdPreview({ ad }: { ad: AdFields }) {
  const { t } = useTranslation("campaigns");
  const media = useMedia(ad.media_id);
  return (
    <figure className={classes.previewBox} aria-label={t("form.preview")}>
      <div className={classes.phone}>
        {media.data ? (
          <img className={classes.shot} src={media.data.url} alt="" />
        ) : (
          <span className={classes.noShot}>{t("form.preview_empty")}</span>
        )}
        <div className={classes.over}>
          <div>
            <div className={classes.brand}>
              <Written>{ad.brand_name || t("form.brand_name")}</Written>
            </div>
            <div className={classes.headline}>
              <Written>{ad.headline || t("form.headline")}</Written>
            </div>
            <div className={classes.ad}>{t("form.ad_mark")}</div>
          </div>
          <span className={classes.cta}>{t(`calls_to_action.${ad.call_to_action}`)}</span>
        </div>
      </div>
    </figure>
  );
}
