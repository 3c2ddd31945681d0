import type { PageSpec, WebModule } from "#base/web/runtime/web-module.ts";

export type Pages = Readonly<Record<string, PageSpec>>;

/** All pages by path; a path belongs to one module. */
export function composePages(own: Pages, modules: readonly WebModule[]): Pages {
  const pages: Record<string, PageSpec> = { ...own };
  for (const { name, pages: added } of modules)
    for (const [path, page] of Object.entries(added)) {
      if (path in pages) throw new Error(`${path} of ${name} is a page already`);
      pages[path] = page;
    }
  return pages;
}

/** The namespaces of the modules' own labels, which the shell shows. */
export const listLabelNamespaces = (modules: readonly WebModule[]): string[] => [
  ...new Set(
    modules.flatMap(({ navigation = [] }) =>
      navigation.flatMap(({ label }) => (label.includes(":") ? label.slice(0, label.indexOf(":")) : [])),
    ),
  ),
];
