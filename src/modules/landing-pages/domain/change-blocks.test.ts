import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addedKinds } from "../contract/page-limits.ts";
import { addBlock, moveBlock, placeBlock, removeBlock, replaceBlock } from "./change-blocks.ts";
import { defaultBlocks } from "./default-content.ts";

const keys = (blocks: readonly { key: string }[]) => blocks.map(({ key }) => key);
const key = fc.constantFrom(...keys(defaultBlocks));

describe("the blocks of a page", () => {
  it("change places and lose none, however far one is moved", () => {
    fc.assert(
      fc.property(key, fc.integer({ min: -30, max: 30 }), (moved, at) => {
        const placed = placeBlock(defaultBlocks, moved, at);
        expect(keys(placed).sort()).toEqual(keys(defaultBlocks).sort());
        expect(keys(placed).indexOf(moved)).toBe(Math.max(0, Math.min(at, defaultBlocks.length - 1)));
      }),
    );
  });

  it("move one place up or down, and stay at the ends", () => {
    expect(keys(moveBlock(defaultBlocks, "proof", -1)).slice(0, 3)).toEqual(["hero", "proof", "price"]);
    expect(keys(moveBlock(defaultBlocks, "hero", -1))).toEqual(keys(defaultBlocks));
    expect(keys(moveBlock(defaultBlocks, "order", 1))).toEqual(keys(defaultBlocks));
  });

  it("are added before the closing button under a key of their own, and removed again", () => {
    for (const kind of addedKinds) {
      const once = addBlock(defaultBlocks, kind);
      const twice = addBlock(once.blocks, kind);
      expect(new Set(keys(twice.blocks)).size).toBe(defaultBlocks.length + 2);
      expect(twice.blocks.at(-1)?.kind).toBe("order");
      expect(keys(removeBlock(twice.blocks, once.key))).not.toContain(once.key);
    }
  });

  it("are hidden in their place", () => {
    const [, price] = defaultBlocks;
    if (!price) throw new Error("no price");
    const hidden = replaceBlock(defaultBlocks, { ...price, is_hidden: true });
    expect(keys(hidden)).toEqual(keys(defaultBlocks));
    expect(hidden[1]?.is_hidden).toBe(true);
  });
});
