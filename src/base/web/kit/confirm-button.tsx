import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Props = Pick<ButtonProps, "size"> & {
  /** The action as a verb; shown on the button and on the dialog's own. */
  label: string;
  /** The accessible name instead of the label: the action and whom it concerns. */
  ariaLabel?: string;
  /** The dialog's question, and under it what will happen. */
  title: string;
  children: ReactNode;
  busy?: boolean;
  /** Runs the action; `close` closes the dialog once that is done. */
  onConfirm: (close: () => void) => void;
};

/** A quiet red button for what cannot simply be undone: it asks for confirmation first. */
export function ConfirmButton({ size, label, ariaLabel, title, children, busy = false, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        variant="subtle"
        color="bad"
        aria-label={ariaLabel}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={title}
        confirm={label}
        danger
        busy={busy}
        onClose={close}
        onConfirm={() => onConfirm(close)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
