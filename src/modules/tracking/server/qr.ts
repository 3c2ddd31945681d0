import { Readable } from "node:stream";
import { create } from "qrcode";
import sharp from "sharp";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { toQrSvg } from "../domain/qr-svg.ts";
import { loadLink } from "./list-links.ts";
import type { PresentDeps } from "./present-link.ts";

type Input = { linkId: string; format: "svg" | "png"; size: number; logo: "on" | "off" };

/**
 * A link's QR code with error correction H (30 %). A PNG is drawn at its size from the vector, so that every module has
 * sharp edges. Refuses `tracking.link_not_found`.
 */
export const drawQr =
  (deps: PresentDeps) =>
  async (ctx: ReadContext, { linkId, format, size, logo }: Input): Promise<FileContent> => {
    const { url } = await loadLink(deps)(ctx, { linkId });
    const svg = toQrSvg(
      create(url, { errorCorrectionLevel: "H" }).modules,
      logo === "on" ? await loadLogo(ctx) : null,
    );
    const bytes = format === "svg" ? Buffer.from(svg) : await toPng(svg, size);
    return {
      mime: format === "svg" ? "image/svg+xml" : "image/png",
      fileName: `qr-${linkId}.${format}`,
      bytes: bytes.length,
      open: async () => Readable.from([bytes]),
    };
  };

/** Drawn larger than it is wanted, then reduced: the logo in it stays sharp too. */
function toPng(svg: string, size: number): Promise<Buffer> {
  const units = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 1);
  const density = Math.min(2_400, Math.ceil((72 * size) / units));
  return sharp(Buffer.from(svg), { density }).resize(size, size).png({ palette: true }).toBuffer();
}

/** The merchant's logo as a data address; null without one. */
async function loadLogo({ db, actor }: ReadContext): Promise<string | null> {
  const found = await db.maybeOne<Row<"tracking.qr_logos", "png">>(
    sql`select png from tracking.qr_logos where merchant_id = ${actor.merchantId}`,
  );
  return found ? `data:image/png;base64,${Buffer.from(found.png as Uint8Array).toString("base64")}` : null;
}
