import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { CardFace } from "./card-face.parts.tsx";
import { CardActions } from "./cards/card-actions.tsx";
import { ExpiryNotes } from "./cards/expiry-notes.tsx";
import { ReplaceDialog } from "./cards/replace-dialog.tsx";
import classes from "./payments.module.css";
import { useCards } from "./payments.queries.ts";

type Props = {
  /** The way to a new card; given the card it is to replace, it leads back to replacing that one. */
  addCard: (replaces?: string) => ReactNode;
  /** The card that is being replaced; part of the address, so that the bank's page leads back to it. */
  replacing: string | null;
  onReplace: (cardId: string | null) => void;
};

/** The merchant's saved cards, each drawn in its theme. */
export function CardsPanel({ addCard, replacing, onReplace }: Props) {
  const { t } = useTranslation("payments");
  const query = useCards();
  const cards = query.data;
  if (query.isPending) return <SkeletonCards count={2} />;
  if (!cards) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (cards.length === 0) {
    return (
      <EmptyState title={t("no_cards")} drawing={<CardFace card={null} />} action={addCard()}>
        {t("no_cards_words")}
      </EmptyState>
    );
  }
  const replaced = cards.find(({ id }) => id === replacing);
  return (
    <div className={classes.stack}>
      <ExpiryNotes cards={cards} onReplace={onReplace} />
      <ul className={classes.cards} aria-label={t("cards")}>
        {cards.map((card) => (
          <li key={card.id}>
            <CardFace card={card} />
            <CardActions card={card} cards={cards} onReplace={() => onReplace(card.id)} />
          </li>
        ))}
      </ul>
      {replaced ? (
        <ReplaceDialog
          card={replaced}
          cards={cards}
          addCard={addCard(replaced.id)}
          onClose={() => onReplace(null)}
        />
      ) : null}
    </div>
  );
}
