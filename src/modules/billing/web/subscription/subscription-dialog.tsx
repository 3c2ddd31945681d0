import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import classes from "./subscription.module.css";

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A change with its own steps; full screen on a phone. A click beside it does not lose what was chosen. */
export function SubscriptionDialog({ title, onClose, children }: Props) {
  const { t } = useTranslation("base");
  const isPhone = !useIsAtLeast("tablet");
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      title={<strong>{title}</strong>}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <div className={classes.stack}>{children}</div>
    </Modal>
  );
}
