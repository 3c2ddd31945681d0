import type { Block } from "../contract/page-content.ts";
import type { AddedKind } from "../contract/page-limits.ts";

type Blocks = readonly Block[];

/** The block at another place of the list, 0 the first; out of the list it goes as far as it can. */
export function placeBlock(blocks: Blocks, key: string, at: number): Block[] {
  const block = blocks.find((one) => one.key === key);
  if (!block) return [...blocks];
  const others = blocks.filter((one) => one !== block);
  return others.toSpliced(Math.max(0, Math.min(at, others.length)), 0, block);
}

export const moveBlock = (blocks: Blocks, key: string, step: 1 | -1): Block[] =>
  placeBlock(blocks, key, Math.max(0, blocks.findIndex((block) => block.key === key) + step));

/** `block` in place of the one with its key. */
export const replaceBlock = (blocks: Blocks, block: Block): Block[] =>
  blocks.map((one) => (one.key === block.key ? block : one));

export const removeBlock = (blocks: Blocks, key: string): Block[] => blocks.filter((one) => one.key !== key);

/** With an empty block of this kind before the closing order button, or at the end. */
export function addBlock(blocks: Blocks, kind: AddedKind): { blocks: Block[]; key: string } {
  const known = new Set(blocks.map(({ key }) => key));
  let number = 1;
  while (known.has(`${kind}-${number}`)) number += 1;
  const key = `${kind}-${number}`;
  const base = { key, is_hidden: false };
  const block: Block =
    kind === "picture" ? { ...base, kind, picture: "none", alt: "" } : { ...base, kind, title: "", text: "" };
  const last = blocks.at(-1);
  return { blocks: blocks.toSpliced(last?.kind === "order" ? -1 : blocks.length, 0, block), key };
}
