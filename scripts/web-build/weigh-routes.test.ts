import { expect, it } from "vitest";
import { listMerged, type Manifest, weighRoutes } from "./weigh-routes.ts";

const map = "src/base/web/maps/leaflet-map.ts";
const manifest: Manifest = {
  "index.html": { file: "index.js", imports: ["_shell.js"] },
  "_shell.js": { file: "shell.js" },
  "_select.js": { file: "select.js", imports: ["_shell.js"] },
  "src/a-page.tsx": {
    file: "a.js",
    isDynamicEntry: true,
    imports: ["_select.js", "_shell.js"],
    css: ["a.css"],
  },
  "src/b-page.tsx": { file: "b.js", isDynamicEntry: true, imports: ["_select.js", map] },
  "src/home-page.tsx": { file: "home.js", isDynamicEntry: true },
  "src/dialog.tsx": { file: "dialog.js", isDynamicEntry: true },
  [map]: { file: "map.js", isDynamicEntry: true },
};
const bytes: Record<string, number> = { "select.js": 10, "a.js": 2, "b.js": 3, "map.js": 40 };

it("a route weighs its own files and those it shares, and nothing of the shell", () => {
  const routes = weighRoutes(manifest, ["index.html", "src/home-page.tsx"], (file) => bytes[file] ?? 1_000);
  expect(routes).toEqual([
    { route: "src/b-page.tsx", bytes: 53, files: 3, tooEarly: [map] },
    { route: "src/a-page.tsx", bytes: 12, files: 3, tooEarly: [] },
  ]);
});

it("a build without routes is a mistake, and so is a part that is no file of its own", () => {
  expect(() => weighRoutes({ "index.html": { file: "index.js" } }, [], () => 0)).toThrow("no routes");
  expect(listMerged(manifest)).not.toContain(map);
  expect(listMerged(manifest)).toContain("src/modules/creative/web/mend/mend-dialog.tsx");
});
