import { IconBuildingBank, IconCreditCard } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import type { WithdrawalPartKind } from "../../contract/enums.ts";
import classes from "./withdrawals.module.css";

/** One part of a withdrawal, planned or under way. */
export type ShownPart = {
  kind: WithdrawalPartKind;
  amount_halalas: number;
  card: { brand: string; last_four: string } | null;
  iban: string | null;
  /** A quieter line under the name. */
  note?: ReactNode;
};

/** Where a withdrawal's money goes: the cards it came from, and the rest to the bank. */
export function WithdrawalParts({ parts, isBusy = false }: { parts: ShownPart[]; isBusy?: boolean }) {
  const { t } = useTranslation("wallet_withdrawals");
  return (
    <ul className={classes.parts} aria-label={t("parts")} aria-busy={isBusy}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order, and two may be alike
        <li key={index}>
          {part.kind === "card" ? (
            <IconCreditCard size={20} aria-hidden />
          ) : (
            <IconBuildingBank size={20} aria-hidden />
          )}
          <span>
            {namePart(part, t)}
            {part.note ? <small>{part.note}</small> : null}
          </span>
          <Money halalas={part.amount_halalas} />
        </li>
      ))}
    </ul>
  );
}

function namePart({ kind, card, iban }: ShownPart, t: TFunction<"wallet_withdrawals">): string {
  if (kind === "bank") return t("part_bank", { iban: shortenIban(iban ?? "") });
  if (card === null) return t("part_card_unnamed");
  return t("part_card", { brand: card.brand, lastFour: card.last_four });
}

/** Its country and its last four digits. */
const shortenIban = (iban: string) => `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`;
