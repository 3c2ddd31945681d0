import sharp from "sharp";
import { type PdfDocument, renderSvg } from "./render-pdf.ts";

/**
 * A document of one page as a PNG of this width in pixels, with shaped Arabic: its letters are shapes before the picture is
 * drawn, so no font of the machine takes part.
 */
export async function renderPicture(document: PdfDocument, { width }: { width: number }): Promise<Buffer> {
  const svg = await renderSvg(document);
  // Twice the resolution before it is scaled: thin strokes stay clean.
  return sharp(svg, { density: 192, limitInputPixels: 40_000_000 })
    .resize({ width })
    .flatten({ background: "#ffffff" })
    .png({ compressionLevel: 9, palette: true, quality: 92 })
    .toBuffer();
}
