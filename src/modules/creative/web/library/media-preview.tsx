import { useReducedMotion } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Media } from "../../contract/creative.calls.ts";
import classes from "./library.module.css";

/** The file's small picture; a video or a moving picture plays there, silently, while it is pointed at or pressed. */
export function MediaPreview({ media }: { media: Media }) {
  const { t } = useTranslation("creative");
  const [isPlaying, setPlaying] = useState(false);
  const isCalm = useReducedMotion();
  const point = (event: PointerEvent, isOver: boolean) => {
    if (event.pointerType === "mouse" && !isCalm) setPlaying(isOver);
  };
  if (media.kind === "image")
    return <img className={classes.shot} src={media.thumbnail_url} alt="" loading="lazy" decoding="async" />;
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <div
      className={classes.shotBox}
      onPointerEnter={(event) => point(event, true)}
      onPointerLeave={(event) => point(event, false)}
    >
      {isPlaying ? (
        <Moving media={media} />
      ) : (
        <img className={classes.shot} src={media.thumbnail_url} alt="" loading="lazy" decoding="async" />
      )}
      <button
        type="button"
        className={classes.play}
        aria-label={t(isPlaying ? "library.stop" : "library.play", { name: media.file_name })}
        onClick={() => setPlaying(!isPlaying)}
      >
        <Icon size={22} aria-hidden />
      </button>
    </div>
  );
}

/** Only what is pressed is loaded whole: a page of videos would be gigabytes. */
function Moving({ media }: { media: Media }) {
  return media.kind === "video" ? (
    <video
      className={classes.shot}
      src={media.url}
      poster={media.thumbnail_url}
      muted
      loop
      playsInline
      autoPlay
    />
  ) : (
    <img className={classes.shot} src={media.url} alt="" />
  );
}
