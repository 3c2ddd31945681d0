import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";

type Props = {
  editing: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void };
  labels: { undo: string; redo: string };
};

/** Undo and redo of an editor. */
export function UndoButtons({ editing: { canUndo, canRedo, undo, redo }, labels }: Props) {
  return (
    <>
      <ActionIcon variant="default" size={44} disabled={!canUndo} aria-label={labels.undo} onClick={undo}>
        <IconArrowBackUp size={20} aria-hidden className="turns" />
      </ActionIcon>
      <ActionIcon variant="default" size={44} disabled={!canRedo} aria-label={labels.redo} onClick={redo}>
        <IconArrowForwardUp size={20} aria-hidden className="turns" />
      </ActionIcon>
    </>
  );
}
