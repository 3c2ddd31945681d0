import type { VaultKeys } from "#base/server/secrets.ts";
import { readSettings, SettingsNotValid } from "#base/server/settings.ts";
import { composeSettings } from "./compose-modules.ts";
import { serverModules } from "./find-modules.ts";
import { findGatewayProblems } from "./settings.gateways.ts";
import { findProductionProblems } from "./settings.production.ts";
import { type ReadSettings, settingsSchema } from "./settings.schema.ts";
import { hasStoredKey, loadVaultKeys } from "./vault-keys.ts";

/** The names of all settings, as the README lists them. */
export const settingNames: readonly string[] = [
  ...Object.keys(settingsSchema.shape),
  ...Object.keys(composeSettings(serverModules)),
];

export type Settings = Omit<ReadSettings, "PUBLIC_URL" | "SECRET_KEYS"> & {
  PUBLIC_URL: string;
  vaultKeys: VaultKeys;
};

/** Reads and validates the environment, the modules' settings too; throws SettingsNotValid naming each wrong setting. */
export function readProductSettings(env: NodeJS.ProcessEnv, modules = serverModules): Settings {
  // A module's settings are typed where it declares them; here only the program's own are used.
  const all = settingsSchema.extend(composeSettings(modules)) as unknown as typeof settingsSchema;
  const { PUBLIC_URL, SECRET_KEYS, ...settings } = readSettings(all, env);
  const problems = [
    ...findDatabaseProblems(settings),
    ...findGatewayProblems(settings),
    ...(settings.NODE_ENV === "production"
      ? [
          ...findProductionProblems({ ...settings, PUBLIC_URL, SECRET_KEYS }),
          ...modules.flatMap((module) => module.findProductionProblems?.(settings) ?? []),
        ]
      : []),
  ];
  if (problems.length > 0) throw new SettingsNotValid(problems);
  return {
    ...settings,
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    vaultKeys: loadVaultKeys(SECRET_KEYS, settings.DATA_DIR),
  };
}

/** What stands beside DATABASE_URL means nothing without it. */
function findDatabaseProblems(
  settings: Pick<ReadSettings, (typeof besideDatabase)[number] | "DATABASE_URL">,
) {
  if (settings.DATABASE_URL) return [];
  return besideDatabase.filter((name) => settings[name]).map((name) => `${name}: needs DATABASE_URL`);
}
const besideDatabase = ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const;

const commandSchema = settingsSchema.pick({
  PORT: true,
  PUBLIC_URL: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_DIRECT_URL: true,
  DATABASE_NAMED_STATEMENTS: true,
  DATABASE_POOL: true,
});

const backupSchema = settingsSchema.pick({ DATA_DIR: true, DATABASE_URL: true, SECRET_KEYS: true });

/**
 * What back-ups and restores need; `vaultKeys` is null where there is neither a setting nor a stored key. Throws SettingsNotValid
 * naming each wrong setting.
 */
export function readBackupSettings(env: NodeJS.ProcessEnv) {
  const { SECRET_KEYS, ...settings } = readSettings(backupSchema, env);
  const { DATA_DIR } = settings;
  const vaultKeys = SECRET_KEYS || hasStoredKey(DATA_DIR) ? loadVaultKeys(SECRET_KEYS, DATA_DIR) : null;
  return { ...settings, vaultKeys };
}

/** What a command on the product's database needs; throws SettingsNotValid naming each wrong setting. */
export function readCommandSettings(env: NodeJS.ProcessEnv) {
  const { PUBLIC_URL, ...settings } = readSettings(commandSchema, env);
  return { ...settings, PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${settings.PORT}` };
}
