import { useTranslation } from "react-i18next";
import classes from "./legend.module.css";

/** What the marks of the table mean, and what counts as delivered. */
export function Legend() {
  const { t } = useTranslation("campaigns_list");
  return (
    <ul className={classes.legend}>
      <li>
        <span className={classes.mark} aria-hidden /> {t("legend_usual")}
      </li>
      <li>
        <span className={classes.hatched} aria-hidden /> {t("legend_unfinished")}
      </li>
      <li>{t("legend_delivered")}</li>
    </ul>
  );
}
