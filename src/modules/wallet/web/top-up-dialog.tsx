import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { DepositPanel } from "./deposit-panel.tsx";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  mustSaveCard: boolean;
  suggested: number | undefined;
  returnTo: string | undefined;
};

/** Topping up, or adding a card through a deposit; full screen on a phone. */
export function TopUpDialog({ isOpen, onClose, mustSaveCard, suggested, returnTo }: Props) {
  const { t } = useTranslation("wallet");
  const isPhone = !useIsAtLeast("tablet");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      // A stray tap beside the dialog must not lose half-typed card data.
      closeOnClickOutside={false}
      title={<strong>{mustSaveCard ? t("add_card") : t("top_up")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <DepositPanel
        mustSaveCard={mustSaveCard}
        suggested={suggested}
        onPaid={onClose}
        {...(returnTo ? { returnTo } : {})}
      />
    </Modal>
  );
}
