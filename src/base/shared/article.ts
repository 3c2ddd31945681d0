/** A run of text in a paragraph: plain, emphasised, or a link to an address of ours or to another site. */
export type Span =
  | { kind: "text"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "link"; text: string; to: string };

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; isOrdered: boolean; items: Span[][] }
  /** A term with what it means, and how it is computed or what it leaves out. */
  | { kind: "term"; term: string; lines: string[] };

/**
 * The blocks of a text in the part of Markdown that we use: `## heading`, paragraphs, `- list`, `1. steps`, `**strong**`
 * and `[text](address)`. Anything else is text, so that no markup of a writer reaches a page.
 */
export function parseArticle(source: string): Block[] {
  return source
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .flatMap(parsePart);
}

function parsePart(part: string): Block[] {
  const [first = "", ...rest] = part.split("\n");
  if (/^##? /.test(first)) {
    const heading: Block = { kind: "heading", text: first.replace(/^##? /, "").trim() };
    return rest.length === 0 ? [heading] : [heading, ...parsePart(rest.join("\n"))];
  }
  if (/^- /.test(first)) return [{ kind: "list", isOrdered: false, items: parseItems(part, /^- /) }];
  if (/^\d+\. /.test(first)) return [{ kind: "list", isOrdered: true, items: parseItems(part, /^\d+\. /) }];
  return [{ kind: "paragraph", spans: parseSpans(part.replaceAll("\n", " ")) }];
}

/** A line without a mark continues the item before it. */
function parseItems(part: string, mark: RegExp): Span[][] {
  const items: string[] = [];
  for (const line of part.split("\n")) {
    const last = items.length - 1;
    if (mark.test(line) || last < 0) items.push(line.replace(mark, ""));
    else items[last] = `${items[last]} ${line.trim()}`;
  }
  return items.map(parseSpans);
}

const marks = /\*\*(.+?)\*\*|\[([^\]]+)\]\(((?:\/|https:\/\/|mailto:)[^)\s]*)\)/g;

function parseSpans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const found of text.matchAll(marks)) {
    if (found.index > end) spans.push({ kind: "text", text: text.slice(end, found.index) });
    const [whole, strong, label = "", to = ""] = found;
    spans.push(strong === undefined ? { kind: "link", text: label, to } : { kind: "strong", text: strong });
    end = found.index + whole.length;
  }
  if (end < text.length) spans.push({ kind: "text", text: text.slice(end) });
  return spans;
}

/** The words of blocks without their marks, for search. */
export const toPlainText = (blocks: readonly Block[]): string => blocks.map(toBlockText).join(" ");

function toBlockText(block: Block): string {
  switch (block.kind) {
    case "heading":
      return block.text;
    case "paragraph":
      return joinSpans(block.spans);
    case "list":
      return block.items.map(joinSpans).join(" ");
    case "term":
      return [block.term, ...block.lines].join(" ");
  }
}

const joinSpans = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");
