import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerModule } from "#base/server/module.ts";

const ownFolder = join(import.meta.dirname, "../../modules");

/**
 * The manifests in these folders of modules, from the lowest layer up, in the order of their names within a layer. Throws
 * for a file without a manifest, or with another name than its folder's.
 */
export async function findModules(...folders: readonly string[]): Promise<readonly ServerModule[]> {
  const files = folders.flatMap((folder) =>
    globSync("*/server/*.module.ts", { cwd: folder }).map((file) => join(folder, file)),
  );
  const modules = await Promise.all(files.map(loadManifest));
  return modules.sort((a, b) => a.layer - b.layer || (a.name < b.name ? -1 : 1));
}

async function loadManifest(file: string): Promise<ServerModule> {
  const { server } = (await import(pathToFileURL(file).href)) as { server?: ServerModule };
  if (!server) throw new Error(`${file} exports no manifest as "server"`);
  const folder = basename(join(file, "../.."));
  if (server.name !== folder || basename(file) !== `${folder}.module.ts`)
    throw new Error(
      `${file} is the manifest of "${server.name}"; its folder and its file must have that name`,
    );
  return server;
}

/** Every module of the product. */
export const serverModules = await findModules(ownFolder);
