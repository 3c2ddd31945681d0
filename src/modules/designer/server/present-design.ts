import type { ReadContext } from "#base/server/context.ts";
import type { SignedLinks } from "#base/server/http/signed-links.ts";
import type { DesignDetails, DesignSummary } from "../contract/design-shapes.ts";
import type { Layout, Style } from "../contract/designer-enums.ts";
import type { Placement } from "../contract/placements.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import type { DesignRecord } from "./designs.store.ts";
import { loadStorePrice } from "./store-price.ts";

/** The address of a size's small picture, which an `<img>` can open; another version is another address. */
export function toPreviewUrl(
  { merchant_id, id, version }: DesignRecord,
  placement: Placement,
  links: SignedLinks,
): string {
  const path = `/Clients/DigitalDesigner/designs/${encodeURIComponent(id)}/sizes/${placement}/preview`;
  return `${links.link(path, merchant_id)}&version=${version}`;
}

export function presentSummary(row: DesignRecord, links: SignedLinks): DesignSummary {
  const { placements } = row;
  const [first = "story"] = placements;
  const headline = row.sizes[first]?.find(({ key }) => key === "headline");
  const { id, request_id, number, product_name, version } = row;
  return {
    id,
    request_id,
    number,
    headline: headline?.kind === "text" ? headline.text : "",
    product_name,
    layout: row.layout as Layout,
    style: row.style as Style,
    version,
    placements,
    preview_url: toPreviewUrl(row, first, links),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const presentDesign =
  ({ stores }: Pick<DesignerDeps, "stores">) =>
  async (ctx: ReadContext, row: DesignRecord, links: SignedLinks): Promise<DesignDetails> => ({
    ...presentSummary(row, links),
    language: row.language as DesignDetails["language"],
    product_id: row.product_id,
    store_price_halalas: await loadStorePrice({ stores }, ctx, row.product_id),
    sizes: row.sizes,
  });
