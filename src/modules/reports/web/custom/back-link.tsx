import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./custom.module.css";

/** Back to the list. */
export function BackLink() {
  const { t } = useTranslation("reports_custom");
  return (
    <Link to="/reports/own" className={classes.back}>
      <IconChevronLeft size={18} aria-hidden className="turns" />
      {t("back")}
    </Link>
  );
}
