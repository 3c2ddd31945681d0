import { Button } from "@mantine/core";
import { IconPencil, IconReplace, IconStar, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { CardThemeDialog } from "../card-theme-dialog.tsx";
import classes from "../payments.module.css";
import type { SavedCard } from "../payments-calls.ts";
import { useMakeCardDefault } from "../use-cards.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

type Props = { card: SavedCard; cards: readonly SavedCard[]; onReplace: () => void };

/** What the card is used for, and what can be done with it. */
export function CardActions({ card, cards, onReplace }: Props) {
  const { t } = useTranslation("payments_cards");
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CardUses card={card} />
      <div className={classes.cardActions}>
        {card.is_default || card.expiry === "past" ? null : <DefaultButton card={card} />}
        <Button
          variant="subtle"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() => setOpen("edit")}
        >
          {t("payments:edit_card")}
        </Button>
        <Button variant="subtle" leftSection={<IconReplace size={18} aria-hidden />} onClick={onReplace}>
          {t("replace")}
        </Button>
        <Button
          variant="subtle"
          color="bad"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => setOpen("remove")}
        >
          {t("payments:remove_card")}
        </Button>
      </div>
      {open === "edit" ? <CardThemeDialog card={card} onClose={close} /> : null}
      {open === "remove" ? <RemoveDialog card={card} cards={cards} onClose={close} /> : null}
    </>
  );
}

function CardUses({ card }: { card: SavedCard }) {
  const { t } = useTranslation("payments_cards");
  if (!card.is_default && card.needs.length === 0) return null;
  return (
    <p className={classes.uses}>
      {card.is_default ? <StatusBadge tone="good">{t("default")}</StatusBadge> : null}
      {card.needs.length > 0 ? (
        <span>
          {t("used_for")} {card.needs.map((need) => t(`need_${need}`)).join(" · ")}
        </span>
      ) : null}
    </p>
  );
}

function DefaultButton({ card }: { card: SavedCard }) {
  const { t } = useTranslation("payments_cards");
  const makeDefault = useMakeCardDefault();
  return (
    <Button
      variant="subtle"
      leftSection={<IconStar size={18} aria-hidden />}
      loading={makeDefault.isPending}
      onClick={() =>
        makeDefault.mutate(card.id, { onSuccess: () => notify(t("default_changed"), "success") })
      }
    >
      {t("make_default")}
    </Button>
  );
}
