import type { Block, Span } from "../../shared/article.ts";
import { escapeHtml } from "../../shared/escape-html.ts";
import type { Language } from "../../shared/language.ts";

/** Blocks as HTML, every text escaped. Links to our own pages keep the reader's language. */
export const renderArticle = (blocks: readonly Block[], language: Language): string =>
  blocks.map((block) => renderBlock(block, language)).join("");

function renderBlock(block: Block, language: Language): string {
  switch (block.kind) {
    case "heading":
      return `<h2>${escapeHtml(block.text)}</h2>`;
    case "paragraph":
      return `<p>${renderSpans(block.spans, language)}</p>`;
    case "list": {
      const tag = block.isOrdered ? "ol" : "ul";
      const items = block.items.map((spans) => `<li>${renderSpans(spans, language)}</li>`);
      return `<${tag}>${items.join("")}</${tag}>`;
    }
    case "term":
      return `<div class="term"><h3>${escapeHtml(block.term)}</h3>${block.lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}</div>`;
  }
}

const renderSpans = (spans: readonly Span[], language: Language): string =>
  spans.map((span) => renderSpan(span, language)).join("");

function renderSpan(span: Span, language: Language): string {
  const text = escapeHtml(span.text);
  if (span.kind === "strong") return `<strong>${text}</strong>`;
  if (span.kind === "link") return `<a href="${escapeHtml(toPublicLink(span.to, language))}">${text}</a>`;
  return text;
}

/** An address of ours in this language; others as they are. */
export function toPublicLink(to: string, language: Language): string {
  if (!to.startsWith("/") || to.startsWith("//")) return to;
  return `${to}${to.includes("?") ? "&" : "?"}lang=${language}`;
}
