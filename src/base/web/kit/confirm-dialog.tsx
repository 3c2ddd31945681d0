import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  opened: boolean;
  title: string;
  /** What will happen, in the merchant's terms. */
  children: ReactNode;
  /** The action itself as a verb: "delete the campaign", never "OK". */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of what cannot be undone. Escape and the second button change nothing. */
export function ConfirmDialog({ opened, title, children, confirm, danger, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("base");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{title}</strong>}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <div>{children}</div>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color={danger ? "bad" : "palm"} loading={busy ?? false} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
