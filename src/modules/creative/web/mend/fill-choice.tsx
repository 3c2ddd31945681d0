import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Framing } from "../../domain/framing.ts";
import classes from "./mend.module.css";

type Props = { value: Framing["fill"]; onChange: (fill: Framing["fill"]) => void };

/** Cut to the frame, or whole above a blurred copy of itself. */
export function FillChoice({ value, onChange }: Props) {
  const { t } = useTranslation("creative");
  const name = useId();
  return (
    <fieldset className={classes.fills}>
      <legend className="visually-hidden">{t("mend.fill")}</legend>
      {(["crop", "blur"] as const).map((fill) => (
        <label key={fill} className={classes.fill}>
          <input type="radio" name={name} checked={value === fill} onChange={() => onChange(fill)} />
          {t(`mend.fills.${fill}`)}
        </label>
      ))}
    </fieldset>
  );
}
