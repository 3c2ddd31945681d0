import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./consultations.module.css";

const texts = {
  "/marketing-consultations": "back",
  "/marketing-consultations-orders": "back_to_orders",
} as const;

/** Back to the list that a page belongs to. */
export function BackLink({ to }: { to: keyof typeof texts }) {
  const { t } = useTranslation("consultations");
  return (
    <Link to={to} className={classes.back}>
      <IconChevronLeft size={18} aria-hidden className="turns" />
      {t(texts[to])}
    </Link>
  );
}
