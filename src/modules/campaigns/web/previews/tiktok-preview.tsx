import { IconBookmark, IconHeart, IconMessageCircle, IconMusic, IconShare3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { Avatar, CutText, Shot } from "./parts.tsx";
import { listWritten, type PreviewInput, toName } from "./preview-input.ts";
import classes from "./previews.module.css";
import { surfaceSpecs } from "./surfaces.ts";

/** Full screen in the feed: buttons at the end, and at the foot the name, headline and text as one, and the button. */
export function TiktokPreview({ input }: { input: PreviewInput }) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button, hasSafeZone } = input;
  const { safeZone, textShown } = surfaceSpecs.tiktok;
  return (
    <Shot media={media} shape="9 / 16" zone={hasSafeZone ? safeZone : null}>
      <div className={classes.over}>
        <span />
        <div className={classes.foot}>
          <div className={classes.rail} aria-hidden>
            <Avatar input={input} />
            <IconHeart size={26} />
            <IconMessageCircle size={26} />
            <IconBookmark size={26} />
            <IconShare3 size={26} />
          </div>
          <strong className={classes.oneLine}>
            <UserText>{toName(input) || t("brand_name")}</UserText>
          </strong>
          <p className={classes.text}>
            <CutText
              text={listWritten(ad.headline, ad.text).join(" — ")}
              max={textShown}
              placeholder={t("headline")}
            />
          </p>
          <span className={classes.mark}>
            {t("previews.sponsored")}
            {media?.kind === "image" ? (
              <>
                {" "}
                <IconMusic size={13} aria-hidden /> {t("previews.own_music")}
              </>
            ) : null}
          </span>
          {button ? <span className={classes.wide}>{button}</span> : null}
        </div>
      </div>
    </Shot>
  );
}
