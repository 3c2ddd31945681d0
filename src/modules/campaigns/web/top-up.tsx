import { type ComponentType, createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/format.ts";
import { LinkButton } from "./link-button.tsx";

export type TopUpProps = { label: string; amount: number };

/** The wallet's own topping up, without leaving the page. The app brings it: one module's web does not know another's. */
export const TopUpPart = createContext<ComponentType<TopUpProps> | null>(null);

/** Tops up by this many halalas; where the app brought no part for it, it leads to the wallet. */
export function TopUp({ amount }: { amount: number }) {
  const { t } = useTranslation("campaigns");
  const Part = use(TopUpPart);
  const label = t("shortage.top_up", { amount: useFormat().riyals(amount, true) });
  return Part ? (
    <Part label={label} amount={amount} />
  ) : (
    <LinkButton to="/financial-transaction/wallet" variant="default">
      {label}
    </LinkButton>
  );
}
