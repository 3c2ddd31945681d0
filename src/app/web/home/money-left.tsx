import { useTranslation } from "react-i18next";
import { daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { Money } from "#base/web/kit/money.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { useWallet } from "#modules/wallet/web/wallet.queries.ts";
import classes from "./home.module.css";

/** How long the available balance lasts at the present pace, in days; nothing while nothing is spent. */
export function MoneyLeft() {
  const { t } = useTranslation("home");
  const format = useFormat();
  const wallet = useWallet().data;
  const today = toRiyadhDay(useNow(60));
  if (!wallet?.ends_on) return null;
  const days = Math.max(0, daysBetween(today, wallet.ends_on as RiyadhDay));
  return (
    <p className={classes.money}>
      <strong>{t("money_left", { count: days })}</strong>
      <span>
        <Money halalas={wallet.available_halalas} whole /> ·{" "}
        {t("money_until", { day: format.date(`${wallet.ends_on}T09:00:00Z`, "full") })}
      </span>
    </p>
  );
}
