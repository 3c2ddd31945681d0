import { join } from "node:path";
import type { Rolldown } from "vite";

/*
 * On a slow network fifty small files queue for the connections, so a first visit loads a few larger ones: what every
 * page needs ("main"), what the sign-in needs ("sign-in"), what a signed-in merchant's first page needs ("home"), what
 * both need ("both"), the parts of forms ("forms"), and three files of texts per language.
 */

const root = join(import.meta.dirname, "../..");
const signIn = ["src/app/web/auth/sign-in-page.tsx"];
const home = ["src/app/web/shell/shell.tsx", "src/app/web/home/home-page.tsx"];

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: toTextsChunk, debugName: "texts", test: /messages[\\/](ar|en)\.json$/ },
  { name: "main", tags: ["$initial"] },
  // Small library parts that the first pages share: without this the sign-in chunk would include the home chunk for
  // them.
  { name: "both", test: /(icons[\\/]Icon(BuildingStore|ArrowRight)|useLocation)\.m?js$/ },
  { name: toFirstPageChunk, debugName: "first pages" },
  // The rules of campaigns are many small files that most pages about campaigns share.
  {
    name: "campaign-rules",
    test: /src[\\/]modules[\\/]campaigns[\\/](contract|domain)[\\/]/,
    minShareCount: 8,
    maxModuleSize: 3_000,
  },
];

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
const needed = { signIn: new Set<string>(), home: new Set<string>() };

/** Names one chunk for every module of ours that the first pages need. */
function toFirstPageChunk(id: string, modules: Modules): string | null {
  if (needed.signIn.size === 0) {
    for (const page of signIn) gather(needed.signIn, join(root, page), modules);
    for (const page of home) gather(needed.home, join(root, page), modules);
  }
  if (needed.signIn.has(id)) return needed.home.has(id) ? "both" : toSignInChunk(id);
  return needed.home.has(id) ? "home" : null;
}

/** Form parts are apart: later pages use them without the rest of the sign-in. */
const toSignInChunk = (id: string) => (/src[\\/]base[\\/]web[\\/]/.test(id) ? "forms" : "sign-in");

function gather(into: Set<string>, id: string, modules: Modules): void {
  // A library's index imports all its parts: which of them are used is known only after tree shaking.
  if (into.has(id) || id.includes("node_modules")) return;
  into.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) gather(into, next, modules);
}

/** Texts of the sign-in are needed by everybody, those of home by signed-in merchants, the rest later. */
function toTextsChunk(file: string): string {
  const language = file.endsWith("en.json") ? "en" : "ar";
  if (/src[\\/](base|app|modules[\\/](merchants|demo))[\\/]messages/.test(file))
    return `texts-sign-in-${language}`;
  const isHomeText = /(app[\\/]web[\\/]home|modules[\\/](reports|campaigns))[\\/]messages/.test(file);
  return isHomeText ? `texts-home-${language}` : `texts-${language}`;
}
