import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** A component of Mantine without its stylesheet looks like a bare page of the browser, and nothing else tells. */

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const listStyles = (text: string) =>
  [...text.matchAll(/"@mantine\/core\/styles\/(\w+)\.css"/g)].map(([, name = ""]) => name);
const hasStylesheet = (name: string) =>
  existsSync(join(root, `node_modules/@mantine/core/styles/${name}.css`));

it("every component of Mantine comes with its stylesheet", () => {
  const everywhere = new Set(listStyles(read("src/base/web/styles/mantine.css")));
  const missing = globSync("src/**/*.{ts,tsx}", { cwd: root }).flatMap((file) => {
    const code = read(file);
    const here = new Set(listStyles(code));
    return [...code.matchAll(/(?:import|export) \{([^}]*)\} from "@mantine\/core"/g)]
      .flatMap(([, names = ""]) => names.split(","))
      .map((name) => name.trim().split(" as ")[0] ?? "")
      .filter((name) => hasStylesheet(name) && !everywhere.has(name) && !here.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
