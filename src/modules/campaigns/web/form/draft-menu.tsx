import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";

/** The draft's rare actions, away from the step's buttons. */
export function DraftMenu({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("campaigns_form");
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="xl" data-small="" aria-label={t("draft_menu")}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            color="bad"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setConfirming(true)}
          >
            {t("discard")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isConfirming}
        title={t("discard")}
        confirm={t("discard")}
        danger
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          onClear();
          setConfirming(false);
        }}
      >
        {t("discard_words")}
      </ConfirmDialog>
    </>
  );
}
