import type { AddressInfo } from "node:net";
import { FolderLockedError } from "#base/server/db/folder-lock.ts";
import { makeLog } from "#base/server/log.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { buildProduct } from "./product.ts";
import { readProductSettings } from "./settings.ts";

/** The product: reads its settings, opens its database, serves, and shuts down in order. */
try {
  const settings = readProductSettings(process.env);
  const log = makeLog(settings.LOG_LEVEL);
  const product = await buildProduct(settings, log);

  let isEnding = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      // Work in progress is finished; what hangs longer than this is cut.
      setTimeout(() => process.exit(1), 10_000).unref();
      product.stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "the shutdown was not orderly");
          process.exit(1);
        },
      );
    });
  }
  await product.start();
  log.info({ port: (product.app.server.address() as AddressInfo).port, role: settings.ROLE }, "listening");
} catch (error) {
  process.stderr.write(`${plainly(error) ?? (error as Error).stack ?? error}\n`);
  process.exit(1);
}

/** A message for errors an operator can fix; undefined for all others. */
function plainly(error: unknown): string | undefined {
  if (error instanceof SettingsNotValid || error instanceof FolderLockedError) return error.message;
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (syscall === "listen") return `PORT: ${port} cannot be listened on (${code}); is another program there?`;
  if (syscall === "connect" || syscall === "getaddrinfo")
    return `DATABASE_URL: the database does not answer at ${address ?? "that host"} (${code}).`;
  return undefined;
}
