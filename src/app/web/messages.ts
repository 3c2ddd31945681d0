import type { ResourceKey } from "i18next";
import { toNamespace } from "#base/shared/message-files.ts";
import type { LoadMessages } from "#base/web/runtime/i18n.ts";

type Files = Readonly<Record<string, () => Promise<ResourceKey>>>;

/** Finds texts by namespace and language among these files. */
export function composeMessages(files: Files): LoadMessages {
  const byName = new Map(
    Object.entries(files).map(([path, load]) => {
      const [, language = ""] = /(\w+)\.json$/.exec(path) ?? [];
      return [`${toNamespace(path)}/${language}`, load];
    }),
  );
  return (language, namespace) => byName.get(`${namespace}/${language}`)?.() ?? Promise.resolve(null);
}

/** Finds the texts of every module, of the base and of the app; each file is fetched when first needed. */
export const loadMessages = composeMessages({
  // Those of the staff are loaded by `app/staff` alone.
  ...import.meta.glob<ResourceKey>(
    ["/src/modules/*/messages/*.json", "!/src/modules/staff/messages/*.json"],
    { import: "default" },
  ),
  ...import.meta.glob<ResourceKey>("/src/{base,app}/messages/*.json", { import: "default" }),
  // Pages with many texts of their own keep them beside themselves: `src/app/web/home/messages` is the namespace
  // `home`, `src/modules/campaigns/web/form/messages` is `campaigns_form`.
  ...import.meta.glob<ResourceKey>("/src/app/web/*/messages/*.json", { import: "default" }),
  ...import.meta.glob<ResourceKey>("/src/modules/*/web/*/messages/*.json", { import: "default" }),
});
