import { createHash } from "node:crypto";
import { designerRefusals } from "../contract/designer.refusals.ts";
import type { FileFormat } from "../contract/designer-enums.ts";
import type { Design } from "../domain/design.ts";
import { makeFairQueue } from "./fair-queue.ts";
import { renderAnimation } from "./render/render-animation.ts";
import { type RenderedDesign, renderDesign } from "./render/render-design.ts";

type StoredPicture = { key: string; load(): Promise<Buffer> };

/** A size to draw; `loadPicture` is called only where it is not drawn yet. */
export type SizeToDraw = {
  merchantId: string;
  design: Design;
  picture: { sha256: string; load(): Promise<Buffer> };
  /** Its key is never used for another one. */
  logo: StoredPicture | null;
  /** The same, of a background that was drawn. */
  backdrop: StoredPicture | null;
};

export type SizeDrawer = {
  /** A small picture and how the texts came out. */
  drawPreview(size: SizeToDraw): Promise<RenderedDesign>;
  /** The whole picture. */
  drawFile(size: SizeToDraw, format: FileFormat): Promise<RenderedDesign>;
};

/** A preview takes up to 150 KB. */
const cacheBytes = 48 * 1_048_576;

/**
 * Draws sizes two at a time for one merchant and three for all, in turns; refuses `designer.drawing_busy` where 40 of one
 * merchant wait. Previews are kept by the hash of what they show, and one that is being drawn is waited for.
 */
export function makeSizeDrawer(): SizeDrawer {
  const queue = makeFairQueue({ atOnce: 3, perKey: 2, waitingPerKey: 40 });
  const cache = makeByteCache(cacheBytes);
  const underWay = new Map<string, Promise<RenderedDesign>>();

  async function draw(
    { merchantId, design, picture, logo, backdrop }: SizeToDraw,
    format: FileFormat | "preview",
  ) {
    const work = async () => {
      const pictures = {
        picture: await picture.load(),
        logo: (await logo?.load()) ?? null,
        backdrop: (await backdrop?.load()) ?? null,
      };
      return format === "gif"
        ? renderAnimation(design, pictures)
        : renderDesign(design, { ...pictures, format });
    };
    return (await queue.run(merchantId, work)) ?? designerRefusals.refuse("designer.drawing_busy");
  }

  return {
    async drawPreview(size) {
      // The merchant is part of it: nobody's picture is shown to somebody else.
      const key = createHash("sha256")
        .update(
          JSON.stringify(
            [size.merchantId, size.picture.sha256, size.logo?.key, size.backdrop?.key, size.design],
            sortKeys,
          ),
        )
        .digest("base64url");
      const known = cache.get(key) ?? underWay.get(key);
      if (known) return known;
      const drawing = draw(size, "preview");
      underWay.set(key, drawing);
      try {
        const drawn = await drawing;
        cache.set(key, drawn);
        return drawn;
      } finally {
        underWay.delete(key);
      }
    },
    drawFile: draw,
  };
}

/** The database orders the keys of what it stored anew. */
const sortKeys = (_key: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The last used ones up to so many bytes. */
function makeByteCache(maxBytes: number) {
  const entries = new Map<string, RenderedDesign>();
  let bytes = 0;
  return {
    get(key: string) {
      const entry = entries.get(key);
      if (entry) {
        entries.delete(key);
        entries.set(key, entry);
      }
      return entry;
    },
    set(key: string, entry: RenderedDesign) {
      entries.set(key, entry);
      bytes += entry.file.length;
      for (const [oldest, { file }] of entries) {
        if (bytes <= maxBytes) return;
        entries.delete(oldest);
        bytes -= file.length;
      }
    },
  };
}
