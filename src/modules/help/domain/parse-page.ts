import { type Block, parseArticle } from "#base/shared/article.ts";

/** What a page of the help centre takes from the product's own texts, so that it never says something else. */
export type Sources = {
  /** The text of a button, a field or a page by its key ("app:nav.wallet"). Throws for an unknown one. */
  findName(key: string): string;
  /** A figure: its name, and what it means, how it is computed and what it leaves out. */
  describeMetric(name: string): { term: string; lines: string[] };
  /** A reason for which platforms refuse ads: its name and what to do. */
  describeReason(name: string): { term: string; lines: string[] };
  /** An ad platform: its smallest budget, the lengths of its texts, its pictures and videos. */
  describeLimits(name: string): { term: string; lines: string[] };
};

export type ParsedPage = {
  title: string;
  summary: string;
  /** Further words that it is found by. */
  words: string;
  related: string[];
  blocks: Block[];
};

/**
 * A page's file: the title, the summary, related pages and further words to find it by, between two lines of dashes, then its
 * text. `{{key}}` stands for
 * a name on the screen; a line `::metric name`, `::reason name` or `::limits platform` for a row of the product's own tables.
 */
export function parsePage(source: string, sources: Sources): ParsedPage {
  const [, head = "", text = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const facts = new Map(head.split("\n").map((line) => split(line)));
  const named = text.replaceAll(/\{\{([\w:.]+)\}\}/g, (_, key: string) => `**${sources.findName(key)}**`);
  return {
    title: requireFact(facts, "title"),
    summary: requireFact(facts, "summary"),
    words: facts.get("words") ?? "",
    related: (facts.get("related") ?? "").split(",").flatMap((slug) => slug.trim() || []),
    blocks: named.split(/\n\s*\n/).flatMap((part) => parsePart(part.trim(), sources)),
  };
}

function parsePart(part: string, sources: Sources): Block[] {
  if (!part.startsWith("::")) return parseArticle(part);
  return part.split("\n").map((line) => {
    const [kind = "", name = ""] = line.slice(2).split(" ");
    if (kind === "metric") return { kind: "term", ...sources.describeMetric(name) };
    if (kind === "reason") return { kind: "term", ...sources.describeReason(name) };
    if (kind === "limits") return { kind: "term", ...sources.describeLimits(name) };
    throw new Error(`a help page has an unknown line: ${line}`);
  });
}

function split(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

function requireFact(facts: ReadonlyMap<string, string>, name: string): string {
  const fact = facts.get(name);
  if (!fact) throw new Error(`a help page has no ${name}`);
  return fact;
}
