import { FolderLockedError } from "#base/server/db/folder-lock.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { BackupRefused, describeKey } from "./backups/manifest.ts";
import { restoreBackup } from "./backups/restore-backup.ts";
import { readBackupSettings } from "./settings.ts";

/** `npm run restore -- FOLDER`: puts a back-up into the empty data folder of a product that does not run. */
try {
  const backup = process.argv[2];
  if (!backup) throw new BackupRefused("npm run restore -- FOLDER");
  const { DATABASE_URL, DATA_DIR, vaultKeys } = readBackupSettings(process.env);
  if (DATABASE_URL)
    throw new BackupRefused(
      "DATABASE_URL is set: a server is restored by its own means, with deploy/postgres (docs/runbook/back-up.md).",
    );
  const known = (vaultKeys ?? []).map((key) => describeKey(key).proof);
  const beganAt = performance.now();
  const { manifest, ledgerSumHalalas, media } = await restoreBackup(backup, DATA_DIR);
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
  const missingKeys = manifest.keys.filter(({ proof }) => !known.includes(proof)).map(({ id }) => id);
  const problems = [
    ...(ledgerSumHalalas === 0 ? [] : [`the ledger's accounts sum to ${ledgerSumHalalas} halalas, not 0`]),
    ...(media.missing.length === 0
      ? []
      : [`${media.missing.length} media files are missing: ${media.missing[0]} …`]),
    ...(missingKeys.length === 0
      ? []
      : [
          `The keys ${missingKeys.join(", ")} are not those of the back-up: set SECRET_KEYS, or copy the file secret-keys into ${DATA_DIR}, before the product starts`,
        ]),
  ];
  process.stdout.write(
    `${DATA_DIR}: restored as of ${manifest.made_at} in ${seconds} s; ledger sum ${ledgerSumHalalas}, ${media.named - media.missing.length} of ${media.named} media files.\n`,
  );
  if (problems.length > 0) throw new BackupRefused(problems.join("\n"));
} catch (error) {
  const isPlain =
    error instanceof BackupRefused || error instanceof SettingsNotValid || error instanceof FolderLockedError;
  process.stderr.write(`${isPlain ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
