import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { Totals } from "#modules/reports/web/reports.queries.ts";
import classes from "./home.module.css";

/**
 * The top of the phone's home: the return per riyal, and the three sums behind it. While the first orders may still be
 * missing, it shows the spend: a zero would misjudge an ad an hour old.
 */
export function HomeHero({ totals, isFresh }: { totals: Totals; isFresh: boolean }) {
  const { t } = useTranslation(["home", "reports", "base"]);
  return (
    <section aria-label={t("home:each_riyal")}>
      <div className={classes.heroGround}>
        <p className={classes.heroLabel}>{t(isFresh ? "home:spent_so_far" : "home:each_riyal")}</p>
        <p className={classes.heroFigure}>
          {isFresh ? (
            <Money halalas={totals.spend_halalas} />
          ) : totals.roas_placed === null ? (
            <NoData label={t("base:no_data_yet")} />
          ) : (
            <>
              <Figure value={totals.roas_placed} decimals={2} /> <small>{t("home:riyals")}</small>
            </>
          )}
        </p>
        {isFresh ? <p className={classes.heroLabel}>{t("home:first_orders_words")}</p> : null}
      </div>
      <dl className={classes.heroSums}>
        <div>
          <dt>{t("reports:sales_short")}</dt>
          <dd>
            <Money halalas={totals.sales_placed_halalas} whole />
          </dd>
        </div>
        <div>
          <dt>{t("reports:spend")}</dt>
          <dd>
            <Money halalas={totals.spend_halalas} whole />
          </dd>
        </div>
        <div>
          <dt>{t("reports:orders")}</dt>
          <dd>
            <Figure value={totals.orders_placed} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
