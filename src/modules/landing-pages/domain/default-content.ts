import type { Block, PageColors, PageContent } from "../contract/page-content.ts";

export const defaultColors: PageColors = { main: "#0f4534", accent: "#b44e28", ground: "#faf7f1" };

/** The blocks of a new page, in their order. */
export const defaultBlocks: readonly Block[] = [
  { key: "hero", kind: "hero", is_hidden: false, picture: "product" },
  { key: "price", kind: "price", is_hidden: false },
  { key: "proof", kind: "proof", is_hidden: false },
  { key: "delivery", kind: "delivery", is_hidden: false, note: "" },
  { key: "questions", kind: "questions", is_hidden: false, items: [] },
  { key: "order", kind: "order", is_hidden: false, title: "", label: "" },
];

type Texts = Pick<PageContent, "headline" | "introduction">;

export const makeContent = ({ headline, introduction }: Texts): PageContent => ({
  headline,
  introduction,
  blocks: [...defaultBlocks],
  colors: defaultColors,
});

/** The pictures that a page and its other half show. */
export const listAllSources = (
  content: Pick<PageContent, "blocks">,
  other: Pick<PageContent, "blocks"> | null,
): string[] => [...new Set([content, ...(other ? [other] : [])].flatMap(listPictureSources))];

/** The pictures that a page shows: `product`, or ids of the media library; each once. */
const listPictureSources = ({ blocks }: Pick<PageContent, "blocks">): string[] => [
  ...new Set(
    blocks.flatMap((block) =>
      (block.kind === "hero" || block.kind === "picture") && !block.is_hidden && block.picture !== "none"
        ? [block.picture]
        : [],
    ),
  ),
];
