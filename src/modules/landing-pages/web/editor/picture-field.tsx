import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { LibraryDialog } from "#modules/creative/web/creative.parts.tsx";
import classes from "./page-editor.module.css";

type Props = {
  /** `product`, `none`, or the id of a file of the media library. */
  value: string;
  onChange: (source: string) => void;
};

const isFromLibrary = (source: string) => source !== "product" && source !== "none";

/** Which picture a block shows: the product's, one of the library, or none. */
export function PictureField({ value, onChange }: Props) {
  const { t } = useTranslation("landing_pages");
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={classes.field}>
      <span className={classes.fieldLabel}>{t("picture.label")}</span>
      <SegmentedControl
        fullWidth
        aria-label={t("picture.label")}
        data={(["product", "library", "none"] as const).map((one) => ({
          value: one,
          label: t(`picture.${one}`),
        }))}
        value={isFromLibrary(value) ? "library" : value}
        onChange={(one) => (one === "library" ? setChoosing(true) : onChange(one))}
      />
      {isFromLibrary(value) ? (
        <button type="button" className={classes.linkLike} onClick={() => setChoosing(true)}>
          {t("picture.change")}
        </button>
      ) : null}
      {isChoosing ? (
        <LibraryDialog
          kinds={["image"]}
          isFitting={({ kind }) => kind === "image"}
          onChoose={({ id }) => {
            onChange(id);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  );
}
