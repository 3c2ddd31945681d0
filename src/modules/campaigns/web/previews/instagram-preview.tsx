import { IconBookmark, IconHeart, IconMessageCircle, IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { CutText, ProfileLine, Shot } from "./parts.tsx";
import { type PreviewInput, toName } from "./preview-input.ts";
import classes from "./previews.module.css";
import { surfaceSpecs } from "./surfaces.ts";

type Props = { input: PreviewInput };

/** Among the posts: profile, picture cut to 4:5, the button as a bar, and the text below, cut after 125 letters. */
export function InstagramFeedPreview({ input }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button } = input;
  return (
    <div className={classes.post}>
      <ProfileLine input={input} mark={t("previews.sponsored")} />
      <Shot media={media} shape="4 / 5" />
      {button ? <div className={classes.bar}>{button}</div> : null}
      <div className={classes.icons} aria-hidden>
        <IconHeart size={22} />
        <IconMessageCircle size={22} />
        <IconSend size={22} />
        <IconBookmark size={22} className={classes.last} />
      </div>
      <p className={classes.text}>
        <strong>
          <UserText>{toName(input)}</UserText>
        </strong>{" "}
        <CutText text={ad.text} max={surfaceSpecs.instagram_feed.textShown} placeholder={t("text")} />
      </p>
    </div>
  );
}

/** Full screen between stories: profile above, button below, no text over a picture that fills the screen. */
export function InstagramStoryPreview({ input }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { media, button, hasSafeZone } = input;
  return (
    <Shot media={media} shape="9 / 16" zone={hasSafeZone ? surfaceSpecs.instagram_story.safeZone : null}>
      <div className={classes.over}>
        <div>
          <div className={classes.progress} aria-hidden />
          <ProfileLine input={input} mark={t("previews.sponsored")} />
        </div>
        {button ? <span className={classes.pill}>{button}</span> : null}
      </div>
    </Shot>
  );
}

/** Full screen among reels: buttons at the end, profile, text of 72 letters and button at the foot. */
export function InstagramReelPreview({ input }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button, hasSafeZone } = input;
  const { safeZone, textShown } = surfaceSpecs.instagram_reel;
  return (
    <Shot media={media} shape="9 / 16" zone={hasSafeZone ? safeZone : null}>
      <div className={classes.over}>
        <span />
        <div className={classes.foot}>
          <div className={classes.rail} aria-hidden>
            <IconHeart size={24} />
            <IconMessageCircle size={24} />
            <IconSend size={24} />
          </div>
          <ProfileLine input={input} mark={t("previews.sponsored")} />
          <p className={classes.text}>
            <CutText text={ad.text} max={textShown} placeholder={t("text")} />
          </p>
          {button ? <span className={classes.wide}>{button}</span> : null}
        </div>
      </div>
    </Shot>
  );
}
