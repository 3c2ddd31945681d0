import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Ltr, UserText } from "#base/web/kit/text.tsx";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { MerchantMoney } from "../contract/merchants.calls.ts";
import { ActForm } from "./act-form.tsx";
import { CreditRows } from "./credit-rows.tsx";
import classes from "./finance.module.css";
import { useMerchantMoney } from "./finance.queries.ts";
import { call } from "./finance-calls.ts";
import { MerchantOrders, MerchantPayments } from "./merchant-payments.tsx";
import { MerchantChargebacks, MerchantPeriods } from "./merchant-returns.tsx";
import { MerchantStock } from "./merchant-stock.tsx";
import { useActFields } from "./use-act-fields.ts";

/** A merchant's balance and what moved it last, with what staff may do. */
export function MerchantMoneyCard({ merchantId }: { merchantId: string }) {
  const money = useMerchantMoney(merchantId);
  return (
    <QueryBoundary query={money} fallback={<SkeletonRows count={4} />}>
      {(data) => (
        <Card title={<UserText>{data.merchant.name}</UserText>} aside={<Ltr>{data.merchant.mobile}</Ltr>}>
          <Balance balance={data.balance} />
          <GiveCredit money={data} />
          <MerchantStock merchantId={merchantId} stock={data.stock} />
          <MerchantPayments merchantId={merchantId} payments={data.payments} />
          <MerchantOrders merchantId={merchantId} orders={data.orders} />
          <MerchantPeriods merchantId={merchantId} periods={data.periods} />
          <MerchantChargebacks merchantId={merchantId} chargebacks={data.chargebacks} />
          <Withdrawals withdrawals={data.withdrawals} />
        </Card>
      )}
    </QueryBoundary>
  );
}

function Balance({ balance }: Pick<MerchantMoney, "balance">) {
  const { t } = useTranslation("finance");
  const facts = ["available_halalas", "reserved_halalas", "balance_halalas"] as const;
  return (
    <dl className={classes.facts}>
      {facts.map((name) => (
        <div key={name}>
          <dt>{t(`merchants.${name}`)}</dt>
          <dd>
            <Money halalas={balance[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function GiveCredit({ money: { merchant, credits, consent_above_halalas } }: { money: MerchantMoney }) {
  const { amount, reason } = useActFields();
  const { t } = useTranslation("finance");
  // A sent form begins anew.
  const [given, setGiven] = useState(0);
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("credits.title")}</h3>
      <p className={classes.quiet}>
        {t("credits.words")} <Money halalas={consent_above_halalas} whole />
      </p>
      <ActForm
        key={given}
        purpose={`credit.${merchant.id}`}
        fields={[amount(), reason]}
        act={t("credits.give")}
        send={async (body, idempotencyKey) => {
          const { state } = await call("POST Staff/Finance/merchants/{merchant_id}/credits", {
            params: { merchant_id: merchant.id },
            body,
            idempotencyKey,
            quiet: true,
          });
          notify(text(`finance:credits.sent_${state}`), "success");
        }}
        onDone={() => setGiven(given + 1)}
      />
      {credits.length === 0 ? null : <CreditRows credits={credits} label={t("credits.of_merchant")} />}
    </section>
  );
}

function Withdrawals({ withdrawals }: Pick<MerchantMoney, "withdrawals">) {
  const { t } = useTranslation("finance");
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("withdrawals.title")}</h3>
      {withdrawals.length === 0 ? <p className={classes.quiet}>{t("withdrawals.none")}</p> : null}
      <ul className={classes.rows}>
        {withdrawals.map(({ id, amount_halalas, state, requested_at }) => (
          <li key={id} className={classes.head}>
            <Money halalas={amount_halalas} />
            <span>{t(`withdrawals.state_${state}`)}</span>
            <span className={classes.quiet}>
              <DateText at={requested_at} style="full" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
