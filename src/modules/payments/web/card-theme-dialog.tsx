import { Button, Group, Modal, Radio } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { CardTheme } from "../contract/enums.ts";
import { CardFace } from "./card-face.parts.tsx";
import classes from "./payments.module.css";
import type { SavedCard } from "./payments-calls.ts";
import { useUpdateCardTheme } from "./use-cards.ts";

const themes: CardTheme[] = ["blue", "red", "light_purple", "dark_purple"];

/** Sets a card's name and theme, with a preview. */
export function CardThemeDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const updateTheme = useUpdateCardTheme();
  const [name, setName] = useState(card.name);
  const [theme, setTheme] = useState<CardTheme>(card.theme);
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return setError(t("base:field_required"));
    updateTheme.mutate(
      { id: card.id, name, theme },
      {
        onSuccess: () => {
          notify(t("card_saved"), "success");
          onClose();
        },
      },
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t("edit_card")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <form className={classes.stack} onSubmit={submit} noValidate>
        <CardFace card={{ ...card, name, theme }} />
        <TextField label={t("card_name")} value={name} error={error} maxLength={40} onChange={setName} />
        <Radio.Group
          label={t("card_theme")}
          value={theme}
          onChange={(value) => setTheme(themes.find((known) => known === value) ?? theme)}
        >
          <div className={classes.choices}>
            {themes.map((known) => (
              <Radio key={known} value={known} label={t(`theme_${known}`)} />
            ))}
          </div>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={updateTheme.isPending}>
            {t("save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
