import { IconDots, IconMessageCircle, IconShare3, IconThumbUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { Avatar, CutText, ProfileLine, Shot } from "./parts.tsx";
import { type PreviewInput, toName } from "./preview-input.ts";
import classes from "./previews.module.css";
import { surfaceSpecs } from "./surfaces.ts";

type Props = { input: PreviewInput };

/** Among the videos of the home feed: the picture in 16:9, headline and description of two lines each, and the button. */
export function YoutubeFeedPreview({ input }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button } = input;
  return (
    <div className={classes.post}>
      <Shot media={media} shape="16 / 9" />
      <div className={classes.profile}>
        <Avatar input={input} />
        <span className={classes.profileWords}>
          <strong className={classes.twoLines}>
            <CutText text={ad.headline} max={null} placeholder={t("headline")} />
          </strong>
          <span className={`${classes.site} ${classes.twoLines}`}>
            <CutText text={ad.description} max={null} placeholder={t("description")} />
          </span>
          <span className={classes.mark}>
            {t("previews.sponsored")} · <UserText>{toName(input)}</UserText>
          </span>
        </span>
        <IconDots size={20} aria-hidden className={classes.last} />
      </div>
      {button ? <span className={classes.wide}>{button}</span> : null}
    </div>
  );
}

/** Full screen among Shorts: buttons at the end, name, headline and button at the foot. */
export function YoutubeShortsPreview({ input }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { ad, media, button, hasSafeZone } = input;
  return (
    <Shot media={media} shape="9 / 16" zone={hasSafeZone ? surfaceSpecs.youtube_shorts.safeZone : null}>
      <div className={classes.over}>
        <span />
        <div className={classes.foot}>
          <div className={classes.rail} aria-hidden>
            <IconThumbUp size={24} />
            <IconMessageCircle size={24} />
            <IconShare3 size={24} />
          </div>
          <ProfileLine input={input} mark={t("previews.sponsored")} />
          <p className={`${classes.text} ${classes.twoLines}`}>
            <CutText text={ad.headline} max={null} placeholder={t("headline")} />
          </p>
          {button ? <span className={classes.wide}>{button}</span> : null}
        </div>
      </div>
    </Shot>
  );
}
