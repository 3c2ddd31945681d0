import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import classes from "./figures.module.css";
import type { Totals } from "./reports.queries.ts";

/** Orders that only a site's pages reported: shown beside the figures, which leave them out. */
export function UnconfirmedOrders({ totals }: { totals: Totals }) {
  const { t } = useTranslation("reports");
  if (totals.orders_unconfirmed === 0) return null;
  return (
    <Banner
      title={t("unconfirmed", { count: totals.orders_unconfirmed })}
      action={
        <Link to="/link-ad-accounts/add-store" className={classes.attentionAction}>
          {t("unconfirmed_action")}
        </Link>
      }
    >
      {t("unconfirmed_words")} <Money halalas={totals.sales_unconfirmed_halalas} whole />
    </Banner>
  );
}
