import { ActionIcon } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { CartInput } from "../../contract/orders.calls.ts";
import type { OrderPreview } from "../billing-calls.ts";
import classes from "./checkout.module.css";
import { setQuantity } from "./checkout-state.ts";

type Totals = Omit<OrderPreview, "balance_halalas" | "recent_order">;
type Props = {
  totals: Totals;
  lines: CartInput["lines"];
  isBusy: boolean;
  /** Called with the packages of the address after a quantity was changed; null while it cannot change. */
  onQuantities: ((packages: string) => void) | null;
};

/** The lines of a purchase, and what they add up to with the VAT inside. */
export function OrderSummary({ totals, lines, isBusy, onQuantities }: Props) {
  const { t } = useTranslation("billing_checkout");
  return (
    <div aria-busy={isBusy}>
      <ul className={classes.lines} aria-label={t("your_order")}>
        {totals.lines.map((line, index) => {
          const bought = lines[index];
          return (
            <li key={`${line.kind}-${line.title}`}>
              <span className={classes.what}>
                <strong>
                  <UserText>{line.title}</UserText>
                </strong>
                {line.duration_months === null ? null : (
                  <span className={classes.quiet}>{t("months", { count: line.duration_months })}</span>
                )}
                {bought?.kind === "package" && onQuantities ? (
                  <Quantity
                    title={line.title}
                    quantity={line.quantity}
                    onChange={(quantity) => onQuantities(setQuantity(lines, bought.package_id, quantity))}
                  />
                ) : line.quantity > 1 ? (
                  <span className={classes.quiet}>
                    <Figure value={line.quantity} after="×" />
                  </span>
                ) : null}
              </span>
              <Money halalas={line.gross_halalas} />
            </li>
          );
        })}
      </ul>
      <Sums totals={totals} />
    </div>
  );
}

function Sums({ totals }: { totals: Totals }) {
  const { t } = useTranslation("billing_checkout");
  const format = useFormat();
  const { subtotal_halalas, discount_halalas, total_halalas, vat_halalas, vat_basis_points, coupon } = totals;
  return (
    <dl className={classes.sums}>
      {discount_halalas > 0 ? (
        <>
          <div>
            <dt>{t("subtotal")}</dt>
            <dd>
              <Money halalas={subtotal_halalas} />
            </dd>
          </div>
          <div>
            <dt>
              {t("discount")} {coupon ? <Ltr>{coupon}</Ltr> : null}
            </dt>
            <dd>
              <Money halalas={-discount_halalas} />
            </dd>
          </div>
        </>
      ) : null}
      <div className={classes.total}>
        <dt>{t("total")}</dt>
        <dd>
          <Money halalas={total_halalas} />
        </dd>
      </div>
      <div className={classes.quiet}>
        <dt>{t("vat_inside", { rate: format.percent(vat_basis_points / 10_000) })}</dt>
        <dd>
          <Money halalas={vat_halalas} />
        </dd>
      </div>
    </dl>
  );
}

type QuantityProps = { title: string; quantity: number; onChange: (quantity: number) => void };

function Quantity({ title, quantity, onChange }: QuantityProps) {
  const { t } = useTranslation("billing_checkout");
  return (
    <span className={classes.quantity}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t("one_less", { title })}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <Figure value={quantity} />
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t("one_more", { title })}
        disabled={quantity >= 99}
        onClick={() => onChange(quantity + 1)}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </span>
  );
}
