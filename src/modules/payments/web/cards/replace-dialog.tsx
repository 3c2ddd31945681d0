import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { CardChoice } from "../card-choice.parts.tsx";
import { CardFace } from "../card-face.parts.tsx";
import classes from "../payments.module.css";
import type { SavedCard } from "../payments-calls.ts";
import { useReplaceCard } from "../use-cards.ts";

type Props = { card: SavedCard; cards: readonly SavedCard[]; addCard: ReactNode; onClose: () => void };

/** Another saved card takes over; the newest is proposed, and a new one can be added first. */
export function ReplaceDialog({ card, cards, addCard, onClose }: Props) {
  const { t } = useTranslation("payments_cards");
  const replace = useReplaceCard();
  const others = cards
    .filter(({ id, expiry }) => id !== card.id && expiry !== "past")
    .sort((one, other) => other.added_at.localeCompare(one.added_at));
  const [chosen, setChosen] = useState<string | null>(null);
  const next = chosen ?? others[0]?.id;
  const confirm = () =>
    next &&
    replace.mutate(
      { id: card.id, card_id: next },
      {
        onSuccess: () => {
          notify(t("replaced"), "success");
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t("replace_title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.stack}>
        <CardFace card={card} />
        {next ? (
          <>
            <p>{t("replace_words")}</p>
            <CardChoice label={t("replace_with")} cards={others} chosen={next} onChoose={setChosen} />
          </>
        ) : (
          <div>
            <strong>{t("replace_none")}</strong>
            <p>{t("replace_none_words")}</p>
          </div>
        )}
        <Group justify="flex-end">
          {addCard}
          {next ? (
            <Button loading={replace.isPending} onClick={confirm}>
              {t("replace")}
            </Button>
          ) : null}
        </Group>
      </div>
    </Modal>
  );
}
