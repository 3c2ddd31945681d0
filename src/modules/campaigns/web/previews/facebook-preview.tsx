import { IconMessageCircle, IconShare3, IconThumbUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import { CutText, ProfileLine, Shot } from "./parts.tsx";
import { type PreviewInput, toSite } from "./preview-input.ts";
import classes from "./previews.module.css";
import { surfaceSpecs } from "./surfaces.ts";

/** Meta's ads guide: longer headlines and descriptions are accepted, and cut after so many letters. */
const shown = { headline: 27, description: 27 } as const;

/** Among the posts: text above, picture cut to 4:5, and below it the site, headline, description and button. */
export function FacebookPreview({ input }: { input: PreviewInput }) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button } = input;
  return (
    <div className={classes.post}>
      <ProfileLine input={input} mark={t("previews.sponsored")} />
      <p className={classes.text}>
        <CutText text={ad.text} max={surfaceSpecs.facebook_feed.textShown} placeholder={t("text")} />
      </p>
      <Shot media={media} shape="4 / 5" />
      <div className={classes.linkRow}>
        <span className={classes.linkWords}>
          <span className={classes.site}>
            <Ltr>{toSite(ad.target_url).toUpperCase()}</Ltr>
          </span>
          <strong>
            <CutText text={ad.headline} max={shown.headline} placeholder={t("headline")} />
          </strong>
          {ad.description.trim() === "" ? null : (
            <span className={classes.site}>
              <CutText text={ad.description} max={shown.description} placeholder="" />
            </span>
          )}
        </span>
        {button ? <span className={classes.button}>{button}</span> : null}
      </div>
      <div className={classes.icons} aria-hidden>
        <IconThumbUp size={20} />
        <IconMessageCircle size={20} />
        <IconShare3 size={20} />
      </div>
    </div>
  );
}
