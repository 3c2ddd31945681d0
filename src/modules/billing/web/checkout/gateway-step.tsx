import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import type { PaymentForm as Form } from "#modules/payments/contract/payment-form.ts";
import { PaymentForm } from "#modules/payments/web/payment-form.parts.tsx";
import type { Order } from "../billing-calls.ts";
import classes from "./checkout.module.css";
import { loadFailureText, ordersKeys, reportPayment } from "./orders.queries.ts";

/** An order that waits for its payment in the gateway's form. */
export type Begun = { order: Order; form: Form };

/** The gateway's own form for an order: a new card, Apple Pay or STC Pay. */
export function GatewayStep({ begun: { order, form }, onBack }: { begun: Begun; onBack: () => void }) {
  const { t } = useTranslation("billing_checkout");
  const { t: tPayment } = useTranslation("billing_payment");
  const client = useQueryClient();
  return (
    <>
      <p className={classes.applied}>
        <span>{t("total")}</span>
        <strong>
          <Money halalas={order.total_halalas} />
        </strong>
        <Button variant="subtle" size="compact-md" onClick={onBack}>
          {tPayment("change_method")}
        </Button>
      </p>
      <PaymentForm
        form={form}
        onStarted={(paymentId) => reportPayment(order.id, paymentId)}
        loadFailureText={async () => {
          const text = await loadFailureText(order.id);
          void client.invalidateQueries({ queryKey: ordersKeys.order(order.id), refetchType: "none" });
          return text;
        }}
      />
    </>
  );
}
