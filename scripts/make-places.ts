import { writeFile } from "node:fs/promises";
import { compileMap } from "./gazetteer/compile-map.ts";
import { compilePlaces } from "./gazetteer/compile-places.ts";

/**
 * Makes the bundled gazetteer and map from the tables in `scripts/gazetteer/` (described in its README, with their
 * sources). Run it after a change of a table; what it makes is committed.
 */
for (const { path, text, count } of [...(await compilePlaces()), await compileMap()]) {
  await writeFile(path, text);
  console.log(`${path}: ${count} entries, ${text.length} characters`);
}
