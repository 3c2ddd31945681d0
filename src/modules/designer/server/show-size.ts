import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Box, Layer, TextLayer } from "../contract/design-shapes.ts";
import type { FileFormat } from "../contract/designer-enums.ts";
import { computeSafeBox, type Placement } from "../contract/placements.ts";
import { toDesign } from "../domain/design.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import { type DesignRecord, findDesign } from "./designs.store.ts";
import type { SizeToDraw } from "./draw-size.ts";
import { openPhotograph } from "./load-picture.ts";
import type { TextOutcome } from "./render/render-design.ts";

type Deps = Pick<DesignerDeps, "drawer" | "storage">;
type Wanted = { id: string; placement: Placement };

/** One size of the merchant's design; a placement that it is not made in is not found. */
async function findSize(ctx: ReadContext, { id, placement }: Wanted): Promise<DesignRecord> {
  const row = await findDesign(ctx, id);
  return row?.sizes[placement] ? row : baseRefusals.refuse("base.not_found");
}

export const toDrawing = (
  { storage }: Pick<Deps, "storage">,
  row: DesignRecord,
  placement: Placement,
): SizeToDraw => ({
  merchantId: row.merchant_id,
  design: toDesign(placement, row.sizes, row.language as "ar" | "en"),
  picture: { sha256: row.picture_sha256, load: () => openPhotograph(storage, row.picture_key) },
  logo: toStored(storage, row.logo_key),
  backdrop: toStored(storage, row.background_key),
});

export const toStored = (storage: Deps["storage"], key: string | null): SizeToDraw["logo"] =>
  key === null ? null : { key, load: () => openPhotograph(storage, key) };

/** How a size came out, with the record that it belongs to. */
export const showSize = (deps: Deps) => async (ctx: ReadContext, wanted: Wanted) => {
  const row = await findSize(ctx, wanted);
  const { texts } = await deps.drawer.drawPreview(toDrawing(deps, row, wanted.placement));
  const layers = row.sizes[wanted.placement] ?? [];
  const safe = computeSafeBox(wanted.placement);
  const price = layers.find((layer) => layer.kind === "price" && !layer.is_hidden);
  return {
    row,
    texts: texts.map((outcome) => toVerdict(outcome, findText(layers, outcome.key), safe)),
    is_price_safe: price ? isInside(price.box, safe) : null,
  };
};

const findText = (layers: readonly Layer[], key: TextLayer["key"]) =>
  layers.find((layer): layer is TextLayer => layer.kind === "text" && layer.key === key);

/** Bold letters of 24 pixels and others of 32 are large: 14 and 18 points (WCAG 2.2, "large scale"), at two pixels a point. */
const largeFrom = { bold: 28, regular: 36 };

function toVerdict({ key, size, fits, contrast }: TextOutcome, layer: TextLayer | undefined, safe: Box) {
  return {
    key,
    size: Math.round(size),
    fits,
    contrast: Math.floor(contrast * 10) / 10,
    is_readable: isReadable({ size, contrast }, layer),
    is_safe: layer !== undefined && isInside(layer.box, safe),
  };
}

function isReadable(
  { size, contrast }: Pick<TextOutcome, "size" | "contrast">,
  layer: TextLayer | undefined,
): boolean {
  const isLarge = size >= (layer?.is_bold ? largeFrom.bold : largeFrom.regular);
  return contrast >= (isLarge ? 3 : 4.5);
}

export const isEveryTextReadable = (texts: readonly TextOutcome[], layers: readonly Layer[]): boolean =>
  texts.every((outcome) => isReadable(outcome, findText(layers, outcome.key)));

/** A pixel is forgiven: boxes are rounded. */
const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

export const drawPreviewFile =
  (deps: Deps) =>
  async (ctx: ReadContext, wanted: Wanted): Promise<Buffer> => {
    const row = await findSize(ctx, wanted);
    return (await deps.drawer.drawPreview(toDrawing(deps, row, wanted.placement))).file;
  };

/** The whole picture with a name for it. */
export const drawFile =
  (deps: Deps) =>
  async (ctx: ReadContext, { format, ...wanted }: Wanted & { format: FileFormat }) => {
    const row = await findSize(ctx, wanted);
    const { file } = await deps.drawer.drawFile(toDrawing(deps, row, wanted.placement), format);
    return { bytes: file, fileName: toFileName(row, wanted.placement, format) };
  };

const extensions: Record<FileFormat, string> = { png: "png", jpeg: "jpg", gif: "gif" };

/** A dot would be read as the beginning of the file's extension. */
export const toFileName = (
  { product_name, number }: DesignRecord,
  placement: Placement,
  format: FileFormat,
) =>
  `${
    product_name
      .replaceAll(/[./\\]/g, " ")
      .trim()
      .slice(0, 60) || "design"
  } ${number} ${placement}.${extensions[format]}`;
