import { Button, Group, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { SavedCard } from "../payments-calls.ts";
import { useRemoveCard } from "../use-cards.ts";

type Props = { card: SavedCard; cards: readonly SavedCard[]; onClose: () => void };

/** Removing a card, or why that cannot be: something needs it, and no other valid card is there. */
export function RemoveDialog({ card, cards, onClose }: Props) {
  const { t } = useTranslation("payments_cards");
  const remove = useRemoveCard();
  const hasOther = cards.some(({ id, expiry }) => id !== card.id && expiry !== "past");
  if (card.needs.length > 0 && !hasOther) return <NeededDialog card={card} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={t("payments:remove_card_title")}
      confirm={t("payments:remove_card")}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(card.id, {
          onSuccess: () => {
            notify(t("payments:card_removed"), "success");
            onClose();
          },
        })
      }
    >
      <p>{t("payments:remove_card_words")}</p>
      {card.needs.length > 0 ? <p>{t("moves_words")}</p> : null}
    </ConfirmDialog>
  );
}

function NeededDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { t } = useTranslation("payments_cards");
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t("needed_title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <p>{t("needed_words")}</p>
      <ul>
        {card.needs.map((need) => (
          <li key={need}>{t(`need_${need}`)}</li>
        ))}
      </ul>
      <p>{t("needed_next")}</p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("understood")}</Button>
      </Group>
    </Modal>
  );
}
