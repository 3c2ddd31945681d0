import { IconPhoto, IconVolumeOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import type { Media } from "#modules/creative/contract/creative.calls.ts";
import { cutText } from "./cut-text.ts";
import { type PreviewInput, toName } from "./preview-input.ts";
import classes from "./previews.module.css";
import type { SafeZone } from "./surfaces.ts";

/** A text as the app shows it: cut where it cuts, with its own "more". A text that is not written yet is named. */
export function CutText({
  text,
  max,
  placeholder,
}: {
  text: string;
  max: number | null;
  placeholder: string;
}) {
  const { t } = useTranslation("campaigns_form");
  const { shown, isCut } = cutText(text, max);
  if (shown === "" && !isCut) return <span className={classes.unwritten}>{placeholder}</span>;
  return (
    <>
      <UserText>{isCut ? `${shown}…` : shown}</UserText>
      {isCut ? <span className={classes.more}> {t("previews.more")}</span> : null}
    </>
  );
}

type ShotProps = { media: Media | null; shape: string; zone?: SafeZone | null; children?: ReactNode };

/** The ad's picture in the surface's shape. A video plays without sound, as in the apps, until a shopper taps it. */
export function Shot({ media, shape, zone, children }: ShotProps) {
  const { t } = useTranslation("campaigns_form");
  return (
    <div className={classes.shot} style={{ aspectRatio: shape }}>
      {media ? (
        <Picture media={media} />
      ) : (
        <span className={classes.noShot}>
          <IconPhoto size={32} aria-hidden />
          {t("preview_empty")}
        </span>
      )}
      {media?.kind === "video" ? (
        <span className={classes.muted} title={t("previews.sound_off")}>
          <IconVolumeOff size={16} aria-hidden />
          <span className="visually-hidden">{t("previews.sound_off")}</span>
        </span>
      ) : null}
      {children}
      {zone ? <Covered zone={zone} /> : null}
    </div>
  );
}

function Picture({ media }: { media: Media }) {
  return media.kind === "video" ? (
    <video src={media.url} poster={media.thumbnail_url} muted loop playsInline autoPlay />
  ) : (
    <img src={media.url} alt="" />
  );
}

const percent = (share: number) => `${share * 100}%`;

/** What the app covers of the picture: nothing that matters should be there. */
function Covered({ zone }: { zone: SafeZone }) {
  return (
    <div
      aria-hidden
      className={classes.safe}
      style={{
        insetBlock: `${percent(zone.top)} ${percent(zone.bottom)}`,
        insetInline: `${percent(zone.start)} ${percent(zone.end)}`,
      }}
    />
  );
}

/** The account's picture and name, with the mark that this is an ad. */
export function ProfileLine({ input, mark }: { input: PreviewInput; mark: string }) {
  const { t } = useTranslation("campaigns_form");
  const name = toName(input) || t("brand_name");
  return (
    <div className={classes.profile}>
      <Avatar input={input} />
      <span className={classes.profileWords}>
        <strong className={classes.oneLine}>
          <UserText>{name}</UserText>
        </strong>
        <span className={classes.mark}>{mark}</span>
      </span>
    </div>
  );
}

/** The account's picture, or the first letter of its name. */
export function Avatar({ input }: { input: PreviewInput }) {
  const picture = input.profile?.pictureUrl;
  return picture ? (
    <img className={classes.avatar} src={picture} alt="" />
  ) : (
    <span className={classes.avatar} aria-hidden>
      {[...toName(input)][0] ?? ""}
    </span>
  );
}
