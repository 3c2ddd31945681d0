import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const app = join(import.meta.dirname, "../../src/app");

/** What each first page needs beyond the main file, by the names in chunk-groups.ts. */
const firstFiles = {
  signIn: (language: string) => ["both", "sign-in", `texts-sign-in-${language}`],
  home: (language: string) => ["both", "home", `texts-sign-in-${language}`, `texts-home-${language}`],
};

/**
 * Puts `boot.js` where the page says `<!-- boot -->`: the merchants' with the addresses of the files that the first page
 * will request, which it requests while the main file is still loading, instead of after it has run.
 */
export function bootScript(nonce: string): Plugin {
  return {
    name: "rawaj-boot-script",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, path }) {
        const files = bundle ? addressesIn(bundle) : {};
        const source = join(app, path.endsWith("/staff.html") ? "staff/boot.js" : "web/boot.js");
        const script = readFileSync(source, "utf8").replace("__FIRST_FILES__", JSON.stringify(files));
        return html.replace("<!-- boot -->", () => `<script nonce="${nonce}">\n${script}</script>`);
      },
    },
  };
}

function addressesIn(bundle: Rolldown.OutputBundle) {
  const listAddresses = (name: string) =>
    Object.values(bundle).flatMap((file) => {
      if (file.type !== "chunk" || file.name !== name) return [];
      return [file.fileName, ...(file.viteMetadata?.importedCss ?? [])].map((path) => `/${path}`);
    });
  const forEachLanguage = (names: (language: string) => string[]) => ({
    ar: names("ar").flatMap(listAddresses),
    en: names("en").flatMap(listAddresses),
  });
  return { signIn: forEachLanguage(firstFiles.signIn), home: forEachLanguage(firstFiles.home) };
}
