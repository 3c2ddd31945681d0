import { getDocumentProxy } from "unpdf";

/** What a reader finds in a PDF of ours. */
export type ReadPdf = {
  pages: number;
  /** The text of all pages, word by word as drawn, with a space between. */
  text: string;
  /** Files inside it, by name. */
  files: Record<string, string>;
  isForArchives: boolean;
};

export async function readPdf(pdf: Buffer): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  try {
    const words: string[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const { items } = await (await document.getPage(page)).getTextContent();
      words.push(...items.flatMap((item) => ("str" in item ? item.str : [])));
    }
    const files: Record<string, string> = {};
    for (const [id, { filename }] of (await document.getAttachments()) ?? [])
      files[filename] = Buffer.from((await document.getAttachmentContent(id)) ?? []).toString("utf8");
    return {
      pages: document.numPages,
      text: words.join(" "),
      files,
      isForArchives: pdf.includes("<pdfaid:part>3</pdfaid:part>"),
    };
  } finally {
    await document.cleanup();
  }
}
