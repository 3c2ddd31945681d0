import { type ComponentType, createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/format.ts";
import { LinkButton } from "./link-button.tsx";

export type TopUpProps = { label: string; amount: number };

/** The wallet's top-up dialog, provided by the app: web code of one module does not import another module's. */
export const TopUpPart = createContext<ComponentType<TopUpProps> | null>(null);

/** Opens the top-up for this many halalas; where the app provides no dialog, links to the wallet. */
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
