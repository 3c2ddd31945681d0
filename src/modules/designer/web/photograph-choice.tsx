import { Button } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { UserLine } from "#base/web/kit/text.tsx";
import type { Media } from "#modules/creative/contract/media-shape.ts";
import { LibraryDialog } from "#modules/creative/web/creative.parts.tsx";
import classes from "./designer.module.css";

export type Photograph = Pick<Media, "id" | "file_name" | "thumbnail_url">;
type Props = {
  /** Null: the product's own. */
  photograph: Photograph | null;
  /** The chosen product has none in its store. */
  isMissing: boolean;
  error: ReactNode;
  onChoose: (photograph: Photograph | null) => void;
};

/** The photograph that designs are made of: the product's own, or a picture of the library. */
export function PhotographChoice({ photograph, isMissing, error, onChoose }: Props) {
  const { t } = useTranslation("designer");
  const [isChoosing, setChoosing] = useState(false);
  const errorId = useId();
  return (
    <div className={classes.labelled}>
      <span>{t("photograph.label")}</span>
      <div className={classes.acts}>
        {photograph ? (
          <>
            <img className={classes.productPicture} src={photograph.thumbnail_url} alt="" />
            <UserLine>{photograph.file_name}</UserLine>
          </>
        ) : (
          <span className={classes.quiet}>{t(isMissing ? "photograph.missing" : "photograph.own")}</span>
        )}
      </div>
      <div className={classes.acts}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPhoto size={18} aria-hidden />}
          aria-haspopup="dialog"
          aria-describedby={error ? errorId : undefined}
          onClick={() => setChoosing(true)}
        >
          {t("photograph.choose")}
        </Button>
        {photograph ? (
          <Button variant="subtle" size="compact-md" onClick={() => onChoose(null)}>
            {t("photograph.use_own")}
          </Button>
        ) : null}
      </div>
      {error ? <ErrorLine id={errorId}>{error}</ErrorLine> : null}
      {isChoosing ? (
        <LibraryDialog
          kinds={["image"]}
          isFitting={({ kind }) => kind === "image"}
          onClose={() => setChoosing(false)}
          onChoose={(media) => {
            onChoose(media);
            setChoosing(false);
          }}
        />
      ) : null}
    </div>
  );
}
