import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

/**
 * Identifiers use the field's standard terms (docs/glossary.md holds the business's). These words were once our own
 * dialect; none comes back into a name of ours.
 */
const refusedWords = new Set(
  `told wish wishes asked standing news announce announced errand errands desk hear hears heard house estate till room
  rooms handover farewell offers doubt doubts hurt birth purse latch machines manners callout upkeep ear ears bones
  putback door doors`.split(/\s+/),
);

/** Names that must stay, and where: parts of credentials that are stored sealed. */
const allowed: Record<string, readonly string[]> = {
  door: ["src/adapters/store-platforms/woocommerce/credential.ts", "scripts/names.test.ts"],
  // The field of a schema.org Product.
  offers: ["src/adapters/service-pages/web/", "scripts/names.test.ts"],
};

/** Functions whose names end in `Of` hide whether they compute, query or fetch. These read as plain English. */
const allowedOf = new Set(["indexOf", "lastIndexOf", "shareOf", "oneOf", "listOf", "objectOf", "isOneOf"]);

const root = join(import.meta.dirname, "..");
const files = globSync("{src,sandbox,e2e,bench,scripts}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !file.endsWith(".d.ts"),
);

type SyntaxNode = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

function* walkSyntax(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walkSyntax(child);
  }
}

const toWords = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);

function listNames(file: string): { names: Set<string>; functions: Set<string> } {
  const { program } = parseSync(file, readFileSync(join(root, file), "utf8"));
  const names = new Set<string>();
  const functions = new Set<string>();
  for (const node of walkSyntax(program as unknown as SyntaxNode)) {
    if (/Identifier$/.test(node.type) && typeof node.name === "string") names.add(node.name);
    const isFunction =
      node.type === "FunctionDeclaration" ||
      (node.type === "VariableDeclarator" && /Function/.test((node.init as SyntaxNode | null)?.type ?? ""));
    if (isFunction && isNode(node.id) && typeof node.id.name === "string") functions.add(node.id.name);
  }
  return { names, functions };
}

describe("names in the code", () => {
  const found = files.map((file) => ({ file, ...listNames(file) }));

  it("hold none of the words that were replaced by standard terms", () => {
    const leftovers = found.flatMap(({ file, names }) =>
      [...names]
        .filter((name) => toWords(name).some((word) => refusedWords.has(word)))
        .filter((name) => !allowed[name]?.some((folder) => file.startsWith(folder)))
        .map((name) => `${file}: ${name}`),
    );
    expect(leftovers).toEqual([]);
  });

  it("say of each function what kind of work it does, instead of ending in Of", () => {
    const leftovers = found.flatMap(({ file, functions }) =>
      [...functions]
        .filter((name) => /[a-z]Of$/.test(name) && !allowedOf.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(leftovers).toEqual([]);
  });
});
