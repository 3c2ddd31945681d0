import { ActionIcon } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronUp,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, type PointerEvent as ReactPointerEvent, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Block } from "../../contract/page-content.ts";
import classes from "./page-editor.module.css";

type Props = {
  block: Block;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
  onMove: (step: 1 | -1) => void;
  /** The pointer's place in the window while the block is dragged. */
  onDrag: (y: number) => void;
  onHide: (isHidden: boolean) => void;
  /** Null: every page has this block. */
  onRemove: (() => void) | null;
  children: ReactNode;
};

/** One block: its name, its place, whether it is shown, and its fields while it is open. */
export function BlockRow({ block, isOpen, isFirst, isLast, children, ...acts }: Props) {
  const { t } = useTranslation("landing_pages");
  const fieldsId = useId();
  const drag = useDrag(acts.onDrag);
  const name = t(`blocks.${block.kind}`);
  const words = "title" in block ? block.title : "";
  const label = words ? `${name}: ${words}` : name;
  return (
    <li className={classes.block} data-open={isOpen} data-hidden={block.is_hidden}>
      <div className={classes.blockHead}>
        {/* Up and down do the same by keyboard. */}
        <span className={classes.grip} aria-hidden onPointerDown={drag}>
          <IconGripVertical size={18} />
        </span>
        <button
          type="button"
          className={classes.blockName}
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          onClick={acts.onOpen}
        >
          {name}
          {words ? (
            <bdi dir="auto" className={classes.blockText}>
              {words}
            </bdi>
          ) : null}
        </button>
        <RowButton label={t("blocks.up", { block: label })} isOff={isFirst} onClick={() => acts.onMove(-1)}>
          <IconChevronUp size={18} aria-hidden />
        </RowButton>
        <RowButton label={t("blocks.down", { block: label })} isOff={isLast} onClick={() => acts.onMove(1)}>
          <IconChevronDown size={18} aria-hidden />
        </RowButton>
        {acts.onRemove ? (
          <RowButton label={t("blocks.remove", { block: label })} onClick={acts.onRemove}>
            <IconTrash size={18} aria-hidden />
          </RowButton>
        ) : null}
        <RowButton
          label={t(block.is_hidden ? "blocks.show" : "blocks.hide", { block: label })}
          isOff={block.kind === "hero"}
          onClick={() => acts.onHide(!block.is_hidden)}
        >
          {block.is_hidden ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
        </RowButton>
      </div>
      <div id={fieldsId} className={classes.fields} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </li>
  );
}

/** Follows the pointer on the window: the row itself moves within its list meanwhile, which would end a capture. */
function useDrag(onDrag: (y: number) => void) {
  const latest = useRef(onDrag);
  latest.current = onDrag;
  return (event: ReactPointerEvent) => {
    event.preventDefault();
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener("pointermove", ({ clientY }) => latest.current(clientY), { signal });
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, () => stop.abort(), { signal });
  };
}

type RowButtonProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode };

function RowButton({ label, isOff = false, onClick, children }: RowButtonProps) {
  return (
    <ActionIcon
      variant="transparent"
      color="gray"
      size={40}
      disabled={isOff}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
