import type { Layer } from "../contract/design-shapes.ts";
import type { Layout } from "../contract/designer-enums.ts";
import { computeSafeBox, type Placement, placements } from "../contract/placements.ts";
import type { Design, DesignContent, DesignStyle } from "./design.ts";
import { composers } from "./layouts.ts";
import type { Page } from "./page-parts.ts";

/** Lays the same content out anew for a placement: where its edges are, and whether it is high or wide. */
export function composeDesign(
  layout: Layout,
  placement: Placement,
  content: DesignContent,
  style: DesignStyle,
): Design {
  const { width, height } = placements[placement];
  const page: Page = { width, height, safe: computeSafeBox(placement), isWide: width > height * 1.2 };
  const layers: Layer[] = composers[layout](page, content, style);
  return { width, height, language: content.language, layers };
}
