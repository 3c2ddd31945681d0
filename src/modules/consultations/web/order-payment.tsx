import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { Price } from "../contract/prices.ts";
import classes from "./consultations.module.css";

type SumsProps = {
  /** Before a coupon. */
  original: number;
  quote: Price | null;
  available: number;
  /** What can be paid now: less than what is available while something is owed. */
  free: number;
  /** How what is missing is paid; null for who may not deposit. */
  byCard: ReactNode;
};

/** What is paid from the balance, with what a coupon takes, and what is left; amounts in halalas. */
export function BalanceSums({ original, quote, available, free, byCard }: SumsProps) {
  const { t } = useTranslation("consultations");
  const format = useFormat();
  const price = quote ? quote.price_halalas : original;
  const left = free - price;
  return (
    <div className={classes.payment}>
      <dl className={classes.sums}>
        {quote ? (
          <>
            <Sum label={t("one.original_price")} halalas={original} />
            <div>
              <dt>
                {t("order.discount")} <Ltr>{quote.coupon}</Ltr>
              </dt>
              <dd>
                <Money halalas={-quote.discount_halalas} />
              </dd>
            </div>
          </>
        ) : null}
        <Sum label={t("order.price")} halalas={price} isStrong />
        <Sum label={t("order.available")} halalas={available} />
        {left < 0 ? null : <Sum label={t("order.after")} halalas={left} />}
      </dl>
      {left < 0 && byCard ? byCard : null}
      {left < 0 && !byCard ? (
        <Banner
          tone="waiting"
          title={t("order.missing")}
          action={<LinkButton to="/financial-transaction/wallet">{t("order.deposit")}</LinkButton>}
        >
          {t("order.missing_words", { amount: format.riyals(-left, true) })}
        </Banner>
      ) : null}
    </div>
  );
}

/** The price before, and nothing to pay: the plan or a voucher covers it. */
export function CoveredSums({ original }: { original: number }) {
  const { t } = useTranslation("consultations");
  return (
    <dl className={classes.sums}>
      <Sum label={t("one.original_price")} halalas={original} />
      <Sum label={t("order.price")} halalas={0} isStrong />
    </dl>
  );
}

type SumProps = { label: string; halalas: number; isStrong?: boolean };

function Sum({ label, halalas, isStrong = false }: SumProps) {
  const amount = <Money halalas={halalas} />;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{isStrong ? <strong>{amount}</strong> : amount}</dd>
    </div>
  );
}

export type PayWith = "balance" | "voucher";
type ChoiceProps = {
  vouchers: number;
  /** Of the plan, this month; null without limit. */
  planLeft: number | null;
  value: PayWith;
  onChange: (value: PayWith) => void;
};

/** For a merchant whose plan has a consultation left, or who has vouchers; the plan's goes first. */
export function PaymentChoice({ vouchers, planLeft, value, onChange }: ChoiceProps) {
  const { t } = useTranslation("consultations");
  const label =
    planLeft === null
      ? t("order.with_plan_unlimited")
      : planLeft > 0
        ? t("order.with_plan", { count: planLeft })
        : t("order.with_voucher", { count: vouchers });
  return (
    <Radio.Group
      label={t("order.pay_with")}
      value={value}
      onChange={(chosen) => onChange(chosen === "voucher" ? "voucher" : "balance")}
    >
      <div className={classes.choices}>
        <Radio value="voucher" label={label} />
        <Radio value="balance" label={t("order.with_balance")} />
      </div>
    </Radio.Group>
  );
}
