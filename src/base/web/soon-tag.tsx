import { useTranslation } from "react-i18next";
import classes from "./soon-tag.module.css";

/** Marks a place whose feature is not there yet. */
export function SoonTag() {
  const { t } = useTranslation("base");
  return <span className={classes.soon}>{t("soon")}</span>;
}
