import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { CardsPanel } from "#modules/payments/web/cards.parts.tsx";
import { TopUpButton } from "./top-up-button.tsx";
import classes from "./wallet.module.css";

/** Saved cards: adding, naming, theming, the default one, replacing, removing. */
export function PaymentMethodsPage() {
  const { t } = useTranslation("wallet");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const { replace }: { replace?: unknown } = useSearch({ strict: false });
  const addCard = (replaces?: string) => (
    <TopUpButton
      mustSaveCard
      label={t("add_card")}
      {...(replaces ? { returnTo: `${path}?replace=${replaces}`, variant: "default" as const } : {})}
    />
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t("payment_methods")} lead={t("payment_methods_lead")} actions={addCard()} />
      <CardsPanel
        addCard={addCard}
        replacing={typeof replace === "string" ? replace : null}
        onReplace={(cardId) => void navigate({ to: ".", search: cardId ? { replace: cardId } : {} })}
      />
    </div>
  );
}
