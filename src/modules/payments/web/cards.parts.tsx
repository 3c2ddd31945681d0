import { Button } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { CardFace } from "./card-face.parts.tsx";
import { CardThemeDialog } from "./card-theme-dialog.tsx";
import classes from "./payments.module.css";
import { useCards } from "./payments.queries.ts";
import type { SavedCard } from "./payments-calls.ts";
import { useRemoveCard } from "./use-cards.ts";

/** The merchant's saved cards, each drawn in its theme. `addCard`: the way to the first one, shown while there is none. */
export function CardsPanel({ addCard }: { addCard: ReactNode }) {
  const { t } = useTranslation("payments");
  const query = useCards();
  if (query.isPending) return <SkeletonCards count={2} />;
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <EmptyState title={t("no_cards")} drawing={<CardFace card={null} />} action={addCard}>
        {t("no_cards_words")}
      </EmptyState>
    );
  }
  return (
    <ul className={classes.cards} aria-label={t("cards")}>
      {query.data?.map((card) => (
        <li key={card.id}>
          <CardFace card={card} />
          <CardActions card={card} />
        </li>
      ))}
    </ul>
  );
}

function CardActions({ card }: { card: SavedCard }) {
  const { t } = useTranslation("payments");
  const remove = useRemoveCard();
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={classes.cardActions}>
      <Button
        variant="subtle"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setOpen("edit")}
      >
        {t("edit_card")}
      </Button>
      <Button
        variant="subtle"
        color="bad"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setOpen("remove")}
      >
        {t("remove_card")}
      </Button>
      {open === "edit" ? <CardThemeDialog card={card} onClose={close} /> : null}
      <ConfirmDialog
        opened={open === "remove"}
        title={t("remove_card_title")}
        confirm={t("remove_card")}
        danger
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(card.id, {
            onSuccess: () => {
              notify(t("card_removed"), "success");
              close();
            },
          })
        }
      >
        <p>{t("remove_card_words")}</p>
      </ConfirmDialog>
    </div>
  );
}
