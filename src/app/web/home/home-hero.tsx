import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { Totals } from "#modules/reports/web/reports.queries.ts";
import { salesNames } from "#modules/reports/web/sales-names.ts";
import classes from "./home.module.css";

/**
 * The top of the phone's home: the return per riyal, and the three sums behind it. While the first orders may still be
 * missing, it shows the spend: a zero would misjudge an ad an hour old.
 */
export function HomeHero({ totals, isFresh }: { totals: Totals; isFresh: boolean }) {
  const { t } = useTranslation(["home", "reports", "base"]);
  const counted = useCountedOrders();
  const sold = readSales(totals, counted);
  return (
    <section aria-label={t("home:each_riyal")}>
      <div className={classes.heroGround}>
        <p className={classes.heroLabel}>{t(isFresh ? "home:spent_so_far" : "home:each_riyal")}</p>
        <p className={classes.heroFigure}>
          {isFresh ? (
            <Money halalas={totals.spend_halalas} />
          ) : sold.roas === null ? (
            <NoData label={t("base:no_data_yet")} />
          ) : (
            <>
              <Figure value={sold.roas} decimals={2} /> <small>{t("home:riyals")}</small>
            </>
          )}
        </p>
        {isFresh ? <p className={classes.heroLabel}>{t("home:first_orders_words")}</p> : null}
      </div>
      <dl className={classes.heroSums}>
        <div>
          <dt>{t(`reports:${salesNames[counted].salesShort}`)}</dt>
          <dd>
            <Money halalas={sold.halalas} whole />
          </dd>
        </div>
        <div>
          <dt>{t("reports:spend")}</dt>
          <dd>
            <Money halalas={totals.spend_halalas} whole />
          </dd>
        </div>
        <div>
          <dt>{t(`reports:${salesNames[counted].orders}`)}</dt>
          <dd>
            <Figure value={sold.orders} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
