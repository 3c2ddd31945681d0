import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { TopUpState } from "../../contract/enums.ts";
import type { TopUp } from "../wallet-calls.ts";
import classes from "./automatic.module.css";

type Props = { topUp: TopUp };

/** Stopped, waiting, on or off. */
export function TopUpBadge({ topUp }: Props) {
  const { t } = useTranslation("wallet_automatic");
  if (topUp.stopped_reason) return <StatusBadge tone="bad">{t("stopped")}</StatusBadge>;
  if (topUp.waits_for_threshold) return <StatusBadge tone="waiting">{t("waiting")}</StatusBadge>;
  return topUp.is_active ? (
    <StatusBadge tone="good">{t("on")}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t("off")}</StatusBadge>
  );
}

/** Why the product turned it off. */
export function StoppedNote({ topUp }: Props) {
  const { t } = useTranslation("wallet_automatic");
  if (topUp.stopped_reason === null) return null;
  return (
    <Banner tone="bad" title={t("stopped_title")}>
      {t(`stopped_${topUp.stopped_reason}`)}
    </Banner>
  );
}

/** A charge that was announced, with its time. */
export function PlannedNote({ topUp }: Props) {
  const { t } = useTranslation("wallet_automatic");
  const format = useFormat();
  const planned = topUp.recent.find(({ state }) => state === "planned");
  if (!planned) return null;
  const values = {
    amount: format.riyals(planned.amount_halalas, true),
    time: format.time(planned.charge_at),
  };
  return (
    <Banner tone="waiting" title={t("planned_title", values)}>
      {t("planned_words")}
    </Banner>
  );
}

/** One top-up was not enough, and for this fall there is no other. */
export function WaitingNote({ topUp }: Props) {
  const { t } = useTranslation("wallet_automatic");
  const format = useFormat();
  if (!topUp.waits_for_threshold) return null;
  const values = { threshold: format.riyals(topUp.threshold_halalas, true) };
  return (
    <Banner tone="waiting" title={t("waiting_title", values)}>
      {t("waiting_words")}
    </Banner>
  );
}

/** How much of the month's ceiling is used. */
export function SpentThisMonth({ topUp }: Props) {
  const { t } = useTranslation("wallet_automatic");
  const format = useFormat();
  const { charged_this_month_halalas: charged, monthly_ceiling_halalas: ceiling } = topUp;
  return (
    <div className={classes.spent}>
      <div className={classes.line}>
        <span>{t("spent_this_month")}</span>
        <span>
          {t("of_ceiling", { spent: format.riyals(charged, true), ceiling: format.riyals(ceiling, true) })}
        </span>
      </div>
      <ProgressBar value={ceiling === 0 ? 0 : charged / ceiling} label={t("spent_this_month")} />
    </div>
  );
}

const tones: Record<TopUpState, Tone> = {
  planned: "waiting",
  charging: "info",
  charged: "good",
  refused: "bad",
  cancelled: "neutral",
};

/** The latest charges with their outcome; a refused one says why. */
export function TopUpCharges({ topUp }: Props) {
  const { t } = useTranslation("wallet_automatic");
  if (topUp.recent.length === 0) return null;
  return (
    <div>
      <h3>{t("last_charges")}</h3>
      <ul className={classes.charges}>
        {topUp.recent.map((charge) => (
          <li key={charge.id}>
            <div className={classes.line}>
              <span>
                <DateText at={charge.charge_at} style="short" /> <TimeText at={charge.charge_at} />
              </span>
              <StatusBadge tone={tones[charge.state]}>{t(`state_${charge.state}`)}</StatusBadge>
              <Money halalas={charge.amount_halalas} />
            </div>
            {charge.failure_text ? <p className={classes.reason}>{charge.failure_text}</p> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
