import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import { type AddedKind, addedKinds, blocksMax } from "../../contract/page-limits.ts";
import { addBlock, moveBlock, placeBlock, removeBlock, replaceBlock } from "../../domain/change-blocks.ts";
import { BlockFields } from "./block-fields.tsx";
import { BlockRow } from "./block-row.tsx";
import classes from "./page-editor.module.css";
import type { PageEditing } from "./use-page-editing.ts";

type Props = {
  editing: PageEditing;
  page: PageDetails;
  selected: string | null;
  onSelect: (key: string | null) => void;
};

/** The blocks in the order of the page; the selected one is open with its fields. */
export function BlockList({ editing, page, selected, onSelect }: Props) {
  const { t } = useTranslation("landing_pages");
  const { content, changeContent } = editing;
  const { blocks } = content;
  const list = useRef<HTMLOListElement>(null);
  const add = (kind: AddedKind) => {
    const added = addBlock(blocks, kind);
    changeContent({ blocks: added.blocks }, "");
    onSelect(added.key);
  };
  /** A block that is dragged takes the place of the one under the pointer. */
  const dragTo = (key: string, y: number) => {
    const at = [...(list.current?.children ?? [])].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return y >= top && y < bottom;
    });
    if (at >= 0 && blocks[at]?.key !== key)
      changeContent({ blocks: placeBlock(blocks, key, at) }, `drag ${key}`);
  };
  return (
    <>
      <ol ref={list} className={classes.blocks} aria-label={t("editor.blocks")}>
        {blocks.map((block, index) => (
          <BlockRow
            key={block.key}
            block={block}
            isOpen={block.key === selected}
            isFirst={index === 0}
            isLast={index === blocks.length - 1}
            onOpen={() => onSelect(block.key === selected ? null : block.key)}
            onMove={(step) => changeContent({ blocks: moveBlock(blocks, block.key, step) }, "")}
            onDrag={(y) => dragTo(block.key, y)}
            onHide={(is_hidden) =>
              changeContent({ blocks: replaceBlock(blocks, { ...block, is_hidden }) }, "")
            }
            onRemove={
              addedKinds.some((kind) => kind === block.kind)
                ? () => changeContent({ blocks: removeBlock(blocks, block.key) }, "")
                : null
            }
          >
            <BlockFields
              block={block}
              content={content}
              page={page}
              onBlock={(changed, field) =>
                changeContent({ blocks: replaceBlock(blocks, changed) }, `${block.key} ${field}`)
              }
              onContent={(patch, field) => changeContent(patch, field)}
            />
          </BlockRow>
        ))}
      </ol>
      <div className={classes.toolbar}>
        {addedKinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            disabled={blocks.length >= blocksMax}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => add(kind)}
          >
            {t(`blocks.add_${kind}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
