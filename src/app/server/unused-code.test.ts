import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

/** What is written for nobody: exports that only tests read, and members of a facade that no other module calls. */

const root = join(import.meta.dirname, "../../..");

/** Exports that the product itself does not read, by name, and why they stay. */
const readElsewhere: Record<string, string> = {
  listAudit: "how tests read the audit log; the back office's page of it is still to come",
  reviewReasons: "its texts are checked against it",
  routesOutside: "the addresses that a program serves beside its calls are checked against it",
  runningClock: "a test's clock; only this file makes clocks",
  settingNames: "the README's list of settings is checked against it",
  snackbarState: "tests see by it what a merchant was shown",
  unreadEvents: "events that nobody reads, each with its reason; a test loads the contracts by their paths",
};

type SyntaxNode = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

function* walkSyntax(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walkSyntax(child);
  }
}

const isForTests = (file: string) =>
  /\.(test|suite|story)\.tsx?$/.test(file) || /\/testing(\/|\.ts$)/.test(file);
const readFile = (file: string) => readFileSync(join(root, file), "utf8");
const parse = (file: string) => parseSync(file, readFile(file)).program as unknown as SyntaxNode;

const toRootPath = (file: string, path: string) =>
  path.startsWith("#base/") ||
  path.startsWith("#modules/") ||
  path.startsWith("#adapters/") ||
  path.startsWith("#app/")
    ? `src/${path.slice(1)}`
    : relative(root, resolve(root, dirname(file), path));

type Reads = { path: string; name: string };

/** The text of a literal, or of each in a list. */
function listTexts(node: SyntaxNode | undefined): string[] {
  if (node?.type === "ArrayExpression") return (node.elements as SyntaxNode[]).flatMap(listTexts);
  return typeof node?.value === "string" ? [node.value] : [];
}

/** What Vite's `import.meta.glob` takes of every file that matches: the export that its option `import` names. */
function listGlobReads({ callee, arguments: given }: SyntaxNode): Reads[] {
  const { object, property } = callee as { object?: SyntaxNode; property?: { name?: string } };
  if (object?.type !== "MetaProperty" || property?.name !== "glob") return [];
  const [patterns, options] = given as SyntaxNode[];
  const properties = (options?.properties ?? []) as { key: { name: string }; value: SyntaxNode }[];
  const [name = "*"] = listTexts(properties.find(({ key }) => key.name === "import")?.value);
  const fromRoot = listTexts(patterns).map((pattern) => pattern.replace(/^\//, ""));
  return globSync(fromRoot, { cwd: root }).map((path) => ({ path, name }));
}

/** What a file takes from others: by name, all of it (`*`), or all of it when the program runs. */
function listReads(file: string, program: SyntaxNode): Reads[] {
  const reads: Reads[] = [];
  for (const node of walkSyntax(program)) {
    if (node.type === "CallExpression") reads.push(...listGlobReads(node));
    const source = (node.source as { value?: unknown } | null)?.value;
    if (typeof source !== "string" || !/^[.#]/.test(source)) continue;
    const path = toRootPath(file, source);
    if (node.type === "ImportExpression" || node.type === "ExportAllDeclaration")
      reads.push({ path, name: "*" });
    for (const specifier of (node.specifiers ?? []) as SyntaxNode[]) {
      const named = (specifier.imported ?? specifier.local) as { name: string };
      const isWhole = specifier.type === "ImportNamespaceSpecifier";
      const isDefault = specifier.type === "ImportDefaultSpecifier";
      reads.push({ path, name: isWhole ? "*" : isDefault ? "default" : named.name });
    }
  }
  return reads;
}

/** The names that a file declares and exports. */
function listExports(program: SyntaxNode): string[] {
  return (program.body as SyntaxNode[]).flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || !isNode(node.declaration)) return [];
    const { id, declarations } = node.declaration as { id?: SyntaxNode; declarations?: { id: SyntaxNode }[] };
    const ids = id ? [id] : (declarations ?? []).map((declaration) => declaration.id);
    return ids.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  });
}

const files = globSync("{src,bench,scripts,e2e}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !file.endsWith(".d.ts"),
);

describe("an export", () => {
  it("is read by the product, in its own file or in another", () => {
    const read = new Set<string>();
    for (const file of files) {
      if (isForTests(file)) continue;
      for (const { path, name } of listReads(file, parse(file))) read.add(`${path} ${name}`);
    }
    const unread = files
      .filter((file) => file.startsWith("src/") && !isForTests(file))
      .flatMap((file) =>
        listExports(parse(file))
          .filter((name) => !read.has(`${file} ${name}`) && !read.has(`${file} *`))
          .filter((name) => (readFile(file).match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length < 2)
          .filter((name) => !(name in readElsewhere))
          .map((name) => `${file} ${name}`),
      );
    expect(unread).toEqual([]);
  }, 60_000);
});

/** The names by which a facade is handed on, where it is not the module's. */
const receivers: Record<string, string> = {
  "ad-accounts": "adAccounts",
  creative: "media",
  messages: "(?:email|texts)",
  figures: "(?:figures|measured)",
};

/** The members of the object that `make…Facade` returns. */
function listMembers(file: string): string[] {
  const isFactory = ({ type, id }: SyntaxNode) =>
    type === "FunctionDeclaration" && /^make\w+Facade$/.test((id as { name: string }).name);
  const factory = [...walkSyntax(parse(file))].find(isFactory);
  const { body } = (factory?.body ?? { body: [] }) as { body: SyntaxNode[] };
  const returned = body.find(({ type }) => type === "ReturnStatement")?.argument as
    | { properties: { key: { name: string } }[] }
    | undefined;
  return (returned?.properties ?? []).map(({ key }) => key.name);
}

describe("a member of a facade", () => {
  it("is called by another module or by the app", () => {
    const code = files
      .filter((file) => file.startsWith("src/") && !isForTests(file))
      .map((file) => ({ file, text: readFile(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") }));
    const facades = globSync("src/modules/*/server/*.facade.ts", { cwd: root });
    const members = facades.flatMap((file) => {
      const module = file.split("/")[2] ?? "";
      return listMembers(file).map((member) => ({ module, member }));
    });
    expect(members.length).toBeGreaterThan(30);
    const unused = members.filter(({ module, member }) => {
      const receiver = receivers[module] ?? module;
      const called = new RegExp(
        `\\b${receiver}\\??\\.${member}\\b(?!")|\\{[^{}]*\\b${member}\\b[^{}]*\\} = ${receiver};`,
      );
      return !code.some(({ file, text }) => !file.startsWith(`src/modules/${module}/`) && called.test(text));
    });
    expect(unused.map(({ module, member }) => `${module}.${member}`)).toEqual([]);
  });
});
