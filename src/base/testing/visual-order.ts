type Kind = "L" | "R" | "EN" | "AN" | "ES" | "ET" | "CS" | "ON";
type Token = { kind: Kind; shown: string };

/**
 * A line's characters from left to right as a screen shows them: the bidirectional algorithm (Unicode Annex 9) without
 * embeddings, overrides and paired brackets, which our texts do not use.
 */
export function visualOrder(text: string, direction: "rtl" | "ltr"): string {
  const base: Kind = direction === "rtl" ? "R" : "L";
  const tokens = tokenize(text);
  resolveWeak(tokens, base);
  resolveNeutral(tokens, base);
  const levels = tokens.map(({ kind }) => computeLevel(kind, direction === "rtl" ? 1 : 0));
  return reorder(tokens, levels)
    .map(({ shown }) => shown)
    .join("");
}

/** Characters with their bidirectional types; an isolate counts as one neutral that is already in its own order. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!/[\u2066-\u2068]/.test(character)) {
      tokens.push({ kind: classify(character), shown: /[\u200e\u2069]/.test(character) ? "" : character });
      continue;
    }
    const end = findIsolateEnd(text, at);
    const inside = text.slice(at + 1, end);
    tokens.push({ kind: "ON", shown: visualOrder(inside, detectDirection(character, inside)) });
    at = end;
  }
  return tokens;
}

function findIsolateEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (/[\u2066-\u2068]/.test(text.charAt(at))) depth += 1;
    if (text.charAt(at) === "\u2069") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`an isolate never ends: ${text}`);
}

function detectDirection(opener: string, inside: string): "rtl" | "ltr" {
  if (opener !== "\u2068") return opener === "\u2067" ? "rtl" : "ltr";
  const strong = tokenize(inside).find(({ kind }) => kind === "L" || kind === "R");
  return strong?.kind === "R" ? "rtl" : "ltr";
}

function classify(character: string): Kind {
  if (/[\u0660-\u0669\u066b\u066c]/.test(character)) return "AN";
  if (/[0-9\u06f0-\u06f9]/.test(character)) return "EN";
  if (/[+\-\u2212]/.test(character)) return "ES";
  if (/[%#$\u00b0\u066a]/.test(character)) return "ET";
  if (/[,./:\u00a0\u060c]/.test(character)) return "CS";
  if (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(character)) return "R";
  return /\p{L}|\u200e/u.test(character) ? "L" : "ON";
}

/**
 * Rules W1–W7; Arabic letters turn the numbers after them into Arabic numbers, which are ordered the same in our texts.
 */
function resolveWeak(tokens: Token[], base: Kind): void {
  const kinds = tokens.map(({ kind }) => kind);
  const at = (index: number) => tokens[index]?.kind;
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [at(index - 1), kinds[index + 1]];
    const joins = before === after && (token.kind === "CS" || (token.kind === "ES" && before === "EN"));
    if (joins && (before === "EN" || before === "AN")) token.kind = before;
  }
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "ET") continue;
    let next = index;
    while (at(next) === "ET") next += 1;
    if (at(index - 1) === "EN" || at(next) === "EN") token.kind = "EN";
  }
  let strong = base;
  for (const token of tokens) {
    if (token.kind === "L" || token.kind === "R") strong = token.kind;
    if (token.kind === "EN" && strong === "L") token.kind = "L";
    if (/^(?:ES|ET|CS)$/.test(token.kind)) token.kind = "ON";
  }
}

/** Rules N1 and N2: a neutral takes the direction of what surrounds it on both sides, else of the line. */
function resolveNeutral(tokens: Token[], base: Kind): void {
  const side = (kind: Kind | undefined): Kind => (kind === undefined ? base : kind === "L" ? "L" : "R");
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]?.kind !== "ON") continue;
    let end = at;
    while (tokens[end]?.kind === "ON") end += 1;
    const [before, after] = [side(tokens[at - 1]?.kind), side(tokens[end]?.kind)];
    for (const token of tokens.slice(at, end)) token.kind = before === after ? before : base;
    at = end;
  }
}

function computeLevel(kind: Kind, base: 0 | 1): number {
  if (base === 0) return kind === "L" ? 0 : kind === "R" ? 1 : 2;
  return kind === "R" ? 1 : 2;
}

/** Rule L2: from the highest level down, runs at that level or above are reversed. */
function reorder(tokens: Token[], levels: number[]): Token[] {
  const line = tokens.map((token, index) => ({ token, level: levels[index] ?? 0 }));
  for (const level of [2, 1]) {
    for (let at = 0; at < line.length; at += 1) {
      let end = at;
      while ((line[end]?.level ?? 0) >= level) end += 1;
      if (end > at) line.splice(at, end - at, ...line.slice(at, end).reverse());
      at = Math.max(at, end);
    }
  }
  return line.map(({ token }) => token);
}
