import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readVaultKeys, type VaultKeys } from "#base/server/secrets.ts";
import { SettingsNotValid } from "#base/server/settings.ts";

/** The given keys, or one that is created once and stored in the data folder with access for its owner alone. */
export function loadVaultKeys(given: string | undefined, dataFolder: string): VaultKeys {
  try {
    return readVaultKeys(given ?? loadOrCreateKey(dataFolder));
  } catch (error) {
    throw new SettingsNotValid([`SECRET_KEYS: ${(error as Error).message}`]);
  }
}

const toKeyFile = (dataFolder: string) => join(dataFolder, "secret-keys");

export const hasStoredKey = (dataFolder: string): boolean => existsSync(toKeyFile(dataFolder));

function loadOrCreateKey(dataFolder: string): string {
  const file = toKeyFile(dataFolder);
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `k1:${randomBytes(32).toString("base64")}`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    linkIfAbsent(draft, file);
  }
  return readFileSync(file, "utf8").trim();
}

/** Publishes the draft under its final name atomically; when another process was first, that process's key is used. */
function linkIfAbsent(draft: string, file: string) {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
