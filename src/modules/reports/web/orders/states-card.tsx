import { useTranslation } from "react-i18next";
import { ChangeBadge, StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { OrdersReport } from "../../contract/orders.calls.ts";
import { stateTones } from "./order-rows.tsx";
import classes from "./orders.module.css";
import type { OrdersNarrowed } from "./orders.queries.ts";

type Props = {
  report: OrdersReport;
  narrowed: OrdersNarrowed;
  onNarrow: (narrowed: OrdersNarrowed) => void;
};

/** All orders of the days, and what became of them; a state is a button that narrows the list below. */
export function StatesCard({ report, narrowed, onNarrow }: Props) {
  const { t } = useTranslation("reports_orders");
  const { placed, previous_placed: before, returned } = report;
  const share = before && before.orders > 0 ? (placed.orders - before.orders) / before.orders : null;
  return (
    <Card
      title={
        <>
          {t("placed", { count: placed.orders })} · <Money halalas={placed.halalas} whole />
        </>
      }
      aside={<ChangeBadge share={share} />}
    >
      <ul className={classes.states} aria-label={t("by_state")}>
        {report.states.map(({ state, cod, paid }) => {
          const isChosen = narrowed.state === state;
          const orders = cod.orders + paid.orders;
          return (
            <li key={state}>
              <button
                type="button"
                className={classes.state}
                aria-pressed={isChosen}
                onClick={() => {
                  const { state: _, ...rest } = narrowed;
                  onNarrow(isChosen ? rest : { ...rest, state });
                }}
              >
                <StatusBadge tone={stateTones[state]}>{t(`state.${state}`)}</StatusBadge>
                <span className={classes.count}>
                  <Figure value={orders} />
                </span>
                <Money halalas={cod.halalas + paid.halalas} whole />
                <small>{t("of_cod", { count: cod.orders })}</small>
              </button>
            </li>
          );
        })}
      </ul>
      {returned.orders > 0 ? (
        <p className={classes.quiet}>
          {t("returned", { count: returned.orders })} <Money halalas={returned.halalas} />
        </p>
      ) : null}
    </Card>
  );
}
