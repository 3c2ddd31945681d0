import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { OrdersReport } from "../../contract/orders.calls.ts";
import classes from "./orders.module.css";

/** How long open orders have waited since they were placed. */
export function AgesCard({ report: { ages } }: { report: OrdersReport }) {
  const { t } = useTranslation("reports_orders");
  const total = ages.reduce(
    (sum, { preparing, on_the_way }) => sum + preparing.orders + on_the_way.orders,
    0,
  );
  const most = Math.max(1, ...ages.map(({ preparing, on_the_way }) => preparing.orders + on_the_way.orders));
  return (
    <Card title={t("ages")}>
      {total === 0 ? (
        <p className={classes.quiet}>{t("ages_none")}</p>
      ) : (
        <>
          <ul className={classes.ages}>
            {ages.map(({ days, preparing, on_the_way }) => {
              const orders = preparing.orders + on_the_way.orders;
              return (
                <li key={days} data-late={days === "10+" && orders > 0}>
                  <span>{t(`age.${days}`)}</span>
                  <span className={classes.ageTrack} aria-hidden>
                    <i
                      data-state="on_the_way"
                      style={{ inlineSize: `${(on_the_way.orders / most) * 100}%` }}
                    />
                    <i data-state="preparing" style={{ inlineSize: `${(preparing.orders / most) * 100}%` }} />
                  </span>
                  <span className={classes.ageCount}>
                    <Figure value={orders} />
                    <small>
                      <Money halalas={preparing.halalas + on_the_way.halalas} whole />
                    </small>
                  </span>
                  <small className={classes.ageWords}>
                    {t("age_words", { sent: on_the_way.orders, preparing: preparing.orders })}
                  </small>
                </li>
              );
            })}
          </ul>
          {(ages.at(-1)?.preparing.orders ?? 0) + (ages.at(-1)?.on_the_way.orders ?? 0) > 0 ? (
            <p className={classes.quiet}>{t("ages_late")}</p>
          ) : null}
        </>
      )}
    </Card>
  );
}
