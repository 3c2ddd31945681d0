import { useTranslation } from "react-i18next";
import { useFormat } from "../runtime/format.ts";
import classes from "./money.module.css";

/** An amount in halalas as riyals, the sign on the left and the whole kept left to right in any sentence. */
export function Money({
  halalas,
  whole = false,
  signed = false,
}: {
  halalas: number;
  whole?: boolean;
  signed?: boolean;
}) {
  const format = useFormat();
  const mark = halalas < 0 ? "\u2212" : signed && halalas > 0 ? "+" : "";
  return (
    <bdi dir="ltr" className={`${classes.money} figures`}>
      <RiyalSign />
      {`\u00a0${mark}${format.riyals(Math.abs(halalas), whole)}`}
    </bdi>
  );
}

/** The riyal sign as SAMA draws it; no web font has U+20C1 yet. */
export function RiyalSign() {
  const { t } = useTranslation("base");
  return (
    <svg className={classes.sign} role="img" aria-label={t("saudi_riyal")} viewBox="0 0 1124.14 1256.39">
      <path d="M699.62 1113.02c-20.06 44.48-33.32 92.75-38.4 143.37l424.51-90.24c20.06-44.47 33.31-92.75 38.4-143.37z" />
      <path d="M1085.73 895.8c20.06-44.47 33.32-92.75 38.4-143.37l-330.68 70.33v-135.2l292.27-62.11c20.06-44.47 33.32-92.75 38.4-143.37l-330.68 70.27V66.13c-50.67 28.45-95.67 66.32-132.25 110.99v403.35l-132.25 28.11V0c-50.67 28.44-95.67 66.32-132.25 110.99v525.69l-295.91 62.88c-20.06 44.47-33.33 92.75-38.42 143.37l334.33-71.05v170.26l-358.3 76.14c-20.06 44.47-33.32 92.75-38.4 143.37l375.04-79.7c30.53-6.35 56.77-24.4 73.83-49.24l68.78-101.97v-.02c7.14-10.55 11.3-23.27 11.3-36.97V744.4l132.25-28.11v270.4z" />
    </svg>
  );
}
