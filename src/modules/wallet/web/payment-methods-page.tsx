import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { CardsPanel } from "#modules/payments/web/cards.parts.tsx";
import { TopUpButton } from "./top-up-button.tsx";
import classes from "./wallet.module.css";

/** Saved cards: adding, naming, theming, removing. */
export function PaymentMethodsPage() {
  const { t } = useTranslation("wallet");
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("payment_methods")}
        lead={t("payment_methods_lead")}
        actions={<TopUpButton mustSaveCard label={t("add_card")} />}
      />
      <CardsPanel addCard={<TopUpButton mustSaveCard label={t("add_card")} />} />
    </div>
  );
}
