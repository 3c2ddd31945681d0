import { join } from "node:path";

/*
 * On a slow network fifty small files queue for the connections, so what a visit begins with travels in a few: what every
 * page needs, what the door needs, what a signed-in merchant's first page needs, and two files of texts a language.
 */

const root = join(import.meta.dirname, "../..");

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

export const filesThatTravelTogether = [
  { name: textsOf, debugName: "texts", test: /messages[\\/](ar|en)\.json$/ },
  { name: "main", tags: ["$initial"] },
  { name: neededBy("door", "src/modules/merchants/web/auth-page.tsx"), debugName: "door" },
  {
    name: neededBy(
      "desk",
      "src/app/web/shell/shell.tsx",
      "src/app/web/home/home-page.tsx",
      "src/modules/wallet/web/wallet-card.tsx",
    ),
    debugName: "desk",
  },
];

/** Names one file for every module of ours that these pages cannot stand without. */
function neededBy(name: string, ...pages: string[]) {
  const needed = new Set<string>();
  const visit = (id: string, modules: Modules) => {
    // A kit's index names all its parts: which of them are used shows only after the unused are shaken off.
    if (needed.has(id) || id.includes("node_modules")) return;
    needed.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next, modules);
  };
  return (id: string, modules: Modules): string | null => {
    if (needed.size === 0) for (const page of pages) visit(join(root, page), modules);
    return needed.has(id) ? name : null;
  };
}

/** What stands at the door is read by everybody, the rest inside. */
function textsOf(file: string): string {
  const language = file.endsWith("en.json") ? "en" : "ar";
  const isAtDoor = /src[\\/](base|app|modules[\\/]merchants)[\\/]messages/.test(file);
  return isAtDoor ? `texts-door-${language}` : `texts-${language}`;
}
