/** The part of a build's manifest that is weighed: chunks by their key, which is the source's path for a page. */
export type Chunk = {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
  isDynamicEntry?: boolean;
};
export type Manifest = Record<string, Chunk>;

/** Every page, and the staff's parts of a page, which open like pages, have a file of their own. */
const routeFile = /-(page|part)\.tsx$/;

/** What a page loads only when it is needed: the maps, the districts, the checks of a file and its crop. */
const onDemand = [
  "src/base/web/maps/leaflet-map.ts",
  "src/base/web/maps/google-map.ts",
  "src/base/shared/places/generated/districts.ts",
  "src/modules/creative/web/picker/media-picker.tsx",
  "src/modules/creative/web/mend/mend-dialog.tsx",
  "src/modules/creative/web/files/mend-video.ts",
];

/** The chunks of these keys, with all that they import statically. */
export function listChunks(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return seen;
}

/**
 * What each route loads beyond the shell, the heaviest first: bytes of JavaScript as `measure` counts a file, the number of
 * files with its style sheets, and what it loads too early. Throws where the build has no routes: the budget would measure
 * nothing.
 */
export function weighRoutes(
  manifest: Manifest,
  shell: readonly string[],
  measure: (file: string) => number,
): { route: string; bytes: number; files: number; tooEarly: string[] }[] {
  const inShell = listChunks(manifest, shell);
  const shellStyles = new Set([...inShell].flatMap((key) => manifest[key]?.css ?? []));
  const routes = Object.keys(manifest).filter(
    (key) => routeFile.test(key) && manifest[key]?.isDynamicEntry === true && !inShell.has(key),
  );
  if (routes.length === 0) throw new Error("the build has no routes");
  return routes
    .map((route) => {
      const keys = [...listChunks(manifest, [route])].filter((key) => !inShell.has(key));
      const files = keys.map((key) => manifest[key]?.file ?? "").filter((file) => file.endsWith(".js"));
      const styles = new Set(
        keys.flatMap((key) => manifest[key]?.css ?? []).filter((css) => !shellStyles.has(css)),
      );
      return {
        route,
        bytes: files.reduce((total, file) => total + measure(file), 0),
        files: files.length + styles.size,
        tooEarly: keys.filter((key) => onDemand.includes(key)),
      };
    })
    .sort((one, other) => other.bytes - one.bytes);
}

/** Parts that are no file of their own any more: a page imports them statically. */
export const listMerged = (manifest: Manifest): string[] =>
  onDemand.filter((key) => manifest[key]?.isDynamicEntry !== true);
