export type XmlElement = { name: string; attributes: Record<string, string>; content: string | XmlElement[] };
export type XmlChild = XmlElement | null;

/** An element: its text, or its parts; parts that are null are left out. */
export function element(
  name: string,
  content: string | readonly XmlChild[],
  attributes: Record<string, string> = {},
): XmlElement {
  return {
    name,
    attributes,
    content: typeof content === "string" ? content : content.filter((part) => part !== null),
  };
}

/**
 * The element in canonical form (C14N 1.1), whose bytes are hashed: no space between elements, no empty-element tags,
 * attributes in the order given, which must be the canonical one.
 */
export function renderXml({ name, attributes, content }: XmlElement): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeText(value).replaceAll('"', "&quot;")}"`)
    .join("");
  const inner =
    typeof content === "string"
      ? escapeText(content).replaceAll(">", "&gt;")
      : content.map(renderXml).join("");
  return `<${name}${given}>${inner}</${name}>`;
}

/** Without the control characters that XML cannot hold, escaped or not. */
const escapeText = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[\r\n\t]+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
