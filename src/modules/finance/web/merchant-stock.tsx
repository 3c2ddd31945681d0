import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { TextField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { BoughtStock } from "../contract/vouchers.calls.ts";
import classes from "./finance.module.css";
import { useRefresh } from "./finance.queries.ts";
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
  const [reason, setReason] = useState("");
  const key = useIdempotencyKey(`finance.voucher.${merchantId}`);
  const refresh = useRefresh();
  const submission = useSubmission(["reason"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return submission.setError("reason", t("stock.reason_required"));
    const body = { reason };
    void submission.run(async () => {
      await call("POST Staff/Finance/merchants/{merchant_id}/vouchers/redeem", {
        params: { merchant_id: merchantId },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      await refresh();
      notify(text("finance:stock.redeemed"), "success");
      onDone();
    });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        label={t("stock.reason")}
        description={t("stock.reason_read")}
        maxLength={300}
        value={reason}
        error={submission.errors.reason}
        onChange={(value) => {
          submission.clearError("reason");
          setReason(value);
        }}
      />
      <div>
        <Button type="submit" loading={submission.isSubmitting}>
          {t("stock.redeem_now")}
        </Button>
      </div>
    </form>
  );
}
