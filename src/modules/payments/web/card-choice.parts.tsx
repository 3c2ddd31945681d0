import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isNamedByBrand } from "./card-face.parts.tsx";
import classes from "./payments.module.css";
import type { SavedCard } from "./payments-calls.ts";

type Props = {
  label: string;
  cards: readonly SavedCard[];
  /** A card's id, or the value of one of the further choices. */
  chosen: string | null;
  error?: ReactNode;
  onChoose: (id: string) => void;
  /** Further choices below the cards. */
  children?: ReactNode;
};

/** One of the saved cards, by its name and last digits. */
export function CardChoice({ label, cards, chosen, error, onChoose, children }: Props) {
  const nameCard = useCardName();
  return (
    <Radio.Group label={label} value={chosen} error={error} onChange={onChoose}>
      <div className={classes.choices}>
        {cards.map((card) => (
          <Radio key={card.id} value={card.id} label={nameCard(card)} />
        ))}
        {children}
      </div>
    </Radio.Group>
  );
}

type Named = Pick<SavedCard, "name" | "brand" | "last_four">;

/** "Shop card · visa ending in 1010". */
export function useCardName() {
  const { t } = useTranslation("payments");
  return (card: Named) =>
    [
      ...(isNamedByBrand(card) ? [] : [card.name]),
      t("card_ending", { brand: card.brand, lastFour: card.last_four }),
    ].join(" · ");
}
