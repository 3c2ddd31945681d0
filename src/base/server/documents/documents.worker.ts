import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";

/** Typst in a thread of its own, so that a long document does not stop the server. */
export type RenderRequest = {
  template: string;
  data: string;
  createdAtSeconds: number;
  output: "pdf" | "svg";
  /** The label of metadata in the template, whose values are answered with the file. */
  label?: string | undefined;
};
/** A PDF, or the UTF-8 text of an SVG whose letters are shapes: it needs no font. */
export type RenderResponse = { file: Uint8Array; values: unknown[] } | { failed: string };

const port = parentPort;
if (!port) throw new Error("this file runs as a worker thread");

const { resolve } = createRequire(import.meta.url);
const listFonts = (family: string, weights: readonly string[]) => {
  const folder = dirname(resolve(`@expo-google-fonts/${family}/package.json`));
  return weights.map((weight) => join(folder, weight));
};
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [
    {
      fontPaths: [
        ...listFonts("ibm-plex-sans-arabic", ["400Regular", "600SemiBold", "700Bold"]),
        ...listFonts("cairo", ["400Regular", "700Bold"]),
        ...listFonts("tajawal", ["400Regular", "700Bold"]),
      ],
    },
  ],
});
const templates = new Map<string, string>();

port.on("message", (request: RenderRequest) => {
  render(request).then(
    (response) => port.postMessage(response),
    (error) => port.postMessage({ failed: toText(error) } satisfies RenderResponse),
  );
});

async function render({
  template,
  data,
  createdAtSeconds,
  output,
  label,
}: RenderRequest): Promise<RenderResponse> {
  const source = templates.get(template) ?? (await readFile(template, "utf8"));
  templates.set(template, source);
  // Data are never part of the source: what a merchant wrote cannot become markup.
  const compiled = compiler.compile({ mainFileContent: source, inputs: { data } });
  if (!compiled.result) {
    const diagnostics = compiled.takeDiagnostics();
    throw new Error(JSON.stringify(diagnostics && compiler.fetchDiagnostics(diagnostics)));
  }
  const file =
    output === "svg"
      ? Buffer.from(compiler.plainSvg(compiled.result))
      : toPdf(compiled.result, createdAtSeconds);
  const values = label ? compiler.query(compiled.result, { selector: `<${label}>`, field: "value" }) : [];
  compiler.evictCache(10);
  return { file: new Uint8Array(file), values };
}

/** PDF/A-3, for archives. It refuses a letter that no font has (an emoji in a name): then a plain PDF without it. */
function toPdf(document: NodeTypstDocument, creationTimestamp: number): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: "a-3b", creationTimestamp });
  } catch (error) {
    if (!toText(error).includes("could not be displayed with")) throw error;
    return compiler.pdf(document, { pdfStandard: "1.7", creationTimestamp });
  }
}

/** The compiler puts its diagnostics into the error's code. */
function toText(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
