import { existsSync } from "node:fs";
import { join } from "node:path";

/** Debian keeps servers in folders that are not in every user's PATH. */
const serverFolders = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** The path of an installed program; undefined where there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(":").filter((folder) => folder !== ""),
    ...serverFolders,
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
