import { IconPhotoOff, IconPlayerPlayFilled, IconTextCaption } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { LibraryItem } from "../contract/library-shapes.ts";
import classes from "./library.module.css";

/** The small picture of an item, with a sign on what moves; a drawing where there is none. */
export function ItemPicture({ item: { media, type } }: { item: LibraryItem }) {
  if (!media) {
    const Icon = type === "text" ? IconTextCaption : IconPhotoOff;
    return (
      <span className={classes.noPicture}>
        <Icon size={40} stroke={1.4} aria-hidden />
      </span>
    );
  }
  return (
    <span className={classes.shotBox}>
      <img className={classes.shot} src={media.thumbnail_url} alt="" loading="lazy" decoding="async" />
      {media.kind === "image" ? null : (
        <span className={classes.moves}>
          <IconPlayerPlayFilled size={18} aria-hidden />
        </span>
      )}
    </span>
  );
}

/** The whole picture, or the video with its controls; its bytes are loaded when it is played. */
export function ItemMedia({ item }: { item: LibraryItem }) {
  const { t } = useTranslation("library");
  const { media, title } = item;
  if (!media)
    return (
      <div className={classes.large}>
        <ItemPicture item={item} />
      </div>
    );
  return (
    <div className={classes.large}>
      {media.kind === "video" ? (
        <video
          key={media.url}
          src={media.url}
          poster={media.thumbnail_url}
          controls
          playsInline
          preload="none"
          aria-label={t("video_of", { title })}
        >
          <track kind="captions" />
        </video>
      ) : (
        <img
          src={media.url}
          width={media.width}
          height={media.height}
          alt={t("picture_of", { title })}
          decoding="async"
        />
      )}
    </div>
  );
}
