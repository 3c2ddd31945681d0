import { useTranslation } from "react-i18next";
import classes from "./soon-tag.module.css";

/** Marks a page whose feature does not exist yet. */
export function SoonTag() {
  const { t } = useTranslation("base");
  return <span className={classes.soon}>{t("soon")}</span>;
}
