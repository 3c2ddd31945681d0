import type { AddressInfo } from "node:net";
import { FolderTaken } from "#base/server/db/folder-lock.ts";
import { makeLog } from "#base/server/log.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { buildProduct } from "./product.ts";
import { readProductSettings } from "./settings.ts";

/** The product: reads its settings, opens its database, serves, and ends in order. */
try {
  const settings = readProductSettings(process.env);
  const log = makeLog(settings.LOG_LEVEL);
  const product = await buildProduct(settings, log);

  let isEnding = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      // What is in flight is finished; what hangs longer than this would only be cut.
      setTimeout(() => process.exit(1), 10_000).unref();
      product.stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "the end was not orderly");
          process.exit(1);
        },
      );
    });
  }
  await product.start();
  log.info({ port: (product.app.server.address() as AddressInfo).port, role: settings.ROLE }, "listening");
} catch (error) {
  const isPlain = error instanceof SettingsNotValid || error instanceof FolderTaken;
  process.stderr.write(`${isPlain ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
