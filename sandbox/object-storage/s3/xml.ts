export type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

/** A document as S3 writes it: a list is its element repeated, what is undefined is left out. */
export function toXml(name: string, value: XmlValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toElement(name, value)}`;
}

function toElement(name: string, value: XmlValue): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => toElement(name, one)).join("");
  const inner =
    typeof value === "object"
      ? Object.entries(value)
          .map(([child, content]) => toElement(child, content))
          .join("")
      : escapeXml(String(value));
  return `<${name}>${inner}</${name}>`;
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** The parts a CompleteMultipartUpload names, in its order. */
export function readParts(xml: string): { number: number; etag: string }[] {
  return [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/s.exec(part)?.[1] ?? "").replace(/&quot;|&#34;|"/g, ""),
  }));
}
