import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { BoughtStock } from "../contract/vouchers.calls.ts";
import { ActForm } from "./act-form.tsx";
import classes from "./finance.module.css";
import { call } from "./finance-calls.ts";

type Props = { merchantId: string; stock: readonly BoughtStock[] };

/** What is left of each bought service, package by package, and consultation vouchers redeemed one at a time. */
export function MerchantStock({ merchantId, stock }: Props) {
  const { t } = useTranslation("finance");
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("stock.title")}</h3>
      <ul className={classes.rows} aria-label={t("stock.title")}>
        {stock.map((item) => (
          <StockRow key={item.service} merchantId={merchantId} item={item} />
        ))}
      </ul>
    </section>
  );
}

function StockRow({ merchantId, item }: { merchantId: string; item: BoughtStock }) {
  const { t } = useTranslation("finance");
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span>{t(`stock.service_${item.service}`)}</span>
        <strong>
          <Figure value={item.left_units} /> {t("stock.left")}
        </strong>
        {item.reserved_units > 0 ? (
          <span className={classes.quiet}>
            {t("stock.reserved")} <Figure value={item.reserved_units} />
          </span>
        ) : null}
        {item.ended === null ? null : (
          <StatusBadge tone="neutral">{t(`stock.ended_${item.ended}`)}</StatusBadge>
        )}
        {item.service === "consultation_vouchers" ? (
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t("stock.redeem")}
          </Button>
        ) : null}
      </div>
      {item.lots.length > 0 ? <Lots lots={item.lots} /> : null}
      {isOpen ? <RedeemForm merchantId={merchantId} onDone={() => setOpen(false)} /> : null}
    </li>
  );
}

function Lots({ lots }: Pick<BoughtStock, "lots">) {
  const { t } = useTranslation("finance");
  return (
    <ul className={classes.rows}>
      {lots.map(({ id, units, left_units, expires_at }) => (
        <li key={id} className={classes.quiet}>
          <Figure value={left_units} /> {t("stock.of")} <Figure value={units} /> ·{" "}
          {expires_at === null ? (
            t("stock.no_end")
          ) : (
            <>
              {t("stock.ends")} <DateText at={expires_at} style="full" />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type FormProps = { merchantId: string; onDone: () => void };

/** The reason of one redeemed voucher: a repeated press of it redeems once. */
function RedeemForm({ merchantId, onDone }: FormProps) {
  const { t } = useTranslation("finance");
  const reason = {
    name: "reason",
    kind: "text",
    label: t("stock.reason"),
    description: t("stock.reason_read"),
    required: t("stock.reason_required"),
  } as const;
  return (
    <ActForm
      purpose={`voucher.${merchantId}`}
      fields={[reason]}
      act={t("stock.redeem_now")}
      send={async (body, idempotencyKey) => {
        await call("POST Staff/Finance/merchants/{merchant_id}/vouchers/redeem", {
          params: { merchant_id: merchantId },
          body,
          idempotencyKey,
          quiet: true,
        });
        notify(text("finance:stock.redeemed"), "success");
      }}
      onDone={onDone}
    />
  );
}
