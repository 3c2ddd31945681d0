import type { ResourceKey } from "i18next";
import type { LoadMessages } from "#base/web/runtime/i18n.ts";

type Load = () => Promise<ResourceKey>;

const files: Record<string, Load> = {
  // Those of the staff are loaded by `app/staff` alone.
  ...import.meta.glob<ResourceKey>(
    ["/src/modules/*/messages/*.json", "!/src/modules/staff/messages/*.json"],
    {
      import: "default",
    },
  ),
  ...import.meta.glob<ResourceKey>("/src/{base,app}/messages/*.json", { import: "default" }),
  // A page group with many texts of its own keeps them beside it: `src/app/web/home/messages` is the namespace `home`.
  ...import.meta.glob<ResourceKey>("/src/app/web/*/messages/*.json", { import: "default" }),
};

/** namespace/language → its file. A namespace is a folder's name in snake_case: `ad_accounts`. */
const byName = new Map(
  Object.entries(files).map(([path, load]) => {
    const [, folder = "", language = ""] = /([^/]+)\/messages\/(\w+)\.json$/.exec(path) ?? [];
    return [`${folder.replaceAll("-", "_")}/${language}`, load];
  }),
);

/** Finds the texts of every module, of the base and of the app; each file is fetched when first needed. */
export const loadMessages: LoadMessages = (language, namespace) =>
  byName.get(`${namespace}/${language}`)?.() ?? Promise.resolve(null);
