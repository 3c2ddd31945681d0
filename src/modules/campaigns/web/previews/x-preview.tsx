import { IconChartBar, IconHeart, IconMessageCircle, IconRepeat } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import { CutText, ProfileLine, Shot } from "./parts.tsx";
import { type PreviewInput, toSite } from "./preview-input.ts";
import classes from "./previews.module.css";
import { surfaceSpecs } from "./surfaces.ts";

/** A promoted post: its text, the picture as a card with the headline over it, and the site. Its button cannot be chosen. */
export function XPreview({ input }: { input: PreviewInput }) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media } = input;
  return (
    <div className={classes.post}>
      <ProfileLine input={input} mark={t("ad_mark")} />
      <p className={classes.text}>
        <CutText text={ad.text} max={surfaceSpecs.x.textShown} placeholder={t("text")} />
      </p>
      <div className={classes.card}>
        <Shot media={media} shape="1 / 1" />
        <span className={classes.cardTitle}>
          <CutText text={ad.headline} max={null} placeholder={t("headline")} />
        </span>
      </div>
      <span className={classes.site}>
        <Ltr>{toSite(ad.target_url)}</Ltr>
      </span>
      <div className={classes.icons} aria-hidden>
        <IconMessageCircle size={18} />
        <IconRepeat size={18} />
        <IconHeart size={18} />
        <IconChartBar size={18} />
      </div>
    </div>
  );
}
