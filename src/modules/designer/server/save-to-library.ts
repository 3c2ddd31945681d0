import type { ReadContext } from "#base/server/context.ts";
import type { SignedLinks } from "#base/server/http/signed-links.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Media } from "#modules/creative/contract/media-shape.ts";
import type { FileFormat } from "../contract/designer-enums.ts";
import type { Placement } from "../contract/placements.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import { findDesign } from "./designs.store.ts";
import { toDrawing, toFileName } from "./show-size.ts";

type Input = { id: string; placements: readonly Placement[]; format: FileFormat; links: SignedLinks };

/** Draws the sizes one after the other and keeps them in the media library, where the same picture is one file. */
export const saveToLibrary =
  (deps: Pick<DesignerDeps, "media" | "drawer" | "storage">) =>
  async (ctx: ReadContext, { id, placements, format, links }: Input): Promise<{ items: Media[] }> => {
    const row = await findDesign(ctx, id);
    if (!row || placements.some((placement) => !row.sizes[placement]))
      return baseRefusals.refuse("base.not_found");
    const items: Media[] = [];
    for (const placement of placements) {
      const { file } = await deps.drawer.drawFile(toDrawing(deps, row, placement), format);
      const fileName = toFileName(row, placement, format);
      items.push(await deps.media.addFile(ctx, { fileName, bytes: file, links }));
    }
    return { items };
  };
