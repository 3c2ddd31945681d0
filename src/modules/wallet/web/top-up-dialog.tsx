import { Button, Modal } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DepositPanel } from "./deposit-panel.tsx";

type Props = {
  label?: ReactNode;
  mustSaveCard?: boolean;
  variant?: "filled" | "light" | "default" | "white";
  fullWidth?: boolean;
};

/** The button that opens topping up; on a phone the dialog is the whole screen. */
export function TopUpButton({ label, mustSaveCard = false, variant = "filled", fullWidth = false }: Props) {
  const { t } = useTranslation("wallet");
  const [isOpen, dialog] = useDisclosure(false);
  const isPhone = useMediaQuery("(max-width: 47.99em)") ?? false;
  return (
    <>
      <Button
        color={variant === "filled" ? "clay" : "palm"}
        variant={variant}
        fullWidth={fullWidth}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={dialog.open}
      >
        {label ?? t("top_up")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        size="lg"
        fullScreen={isPhone}
        // A stray tap beside the dialog must not lose a half-written card.
        closeOnClickOutside={false}
        title={<strong>{mustSaveCard ? t("add_card") : t("top_up")}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <DepositPanel mustSaveCard={mustSaveCard} onPaid={dialog.close} />
      </Modal>
    </>
  );
}
