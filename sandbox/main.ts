import { parseSettings, type Settings } from "./base/settings.ts";
import { makeWorld } from "./base/world.ts";
import { controlPage } from "./control/page.ts";
import { startEconomy } from "./economy/economy.ts";
import { truthRoutes } from "./economy/truth.routes.ts";
import { mailboxRoutes } from "./messaging/mailbox/mailbox.ts";
import { phoneRoutes } from "./messaging/phone/phone.ts";
import { makeServer } from "./server.ts";
import { vendors as makers } from "./vendors.ts";

const SAVE_EVERY_MS = 5_000;

/** Opens the world, serves it, and prints the address in one line of JSON. */
async function main(settings: Settings): Promise<void> {
  const world = makeWorld(settings);
  const vendors = makers.map((make) => make(world));
  const truth = startEconomy(world, vendors);
  const app = makeServer(world, vendors, [
    (control) => phoneRoutes(control, world),
    (control) => mailboxRoutes(control, world),
    (control) => truthRoutes(control, truth),
    (control) => controlPage(control, world, vendors),
  ]);

  for (const vendor of vendors) await vendor.start?.();
  await app.listen({ port: settings.port, host: settings.open ? "0.0.0.0" : "localhost" });
  const address = app.server.address();
  const port = address && typeof address === "object" ? address.port : settings.port;
  world.setOrigin(`http://localhost:${port}`);
  world.webhooks.start();
  world.clock.start();
  const saving = setInterval(() => void world.clock.betweenSlots(world.save), SAVE_EVERY_MS);

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    clearInterval(saving);
    world.webhooks.stop();
    await world.clock.stop();
    world.save();
    await app.close();
    for (const vendor of vendors) await vendor.stop?.();
    process.exit(0);
  };
  process.once("SIGTERM", () => void close());
  process.once("SIGINT", () => void close());
  if (settings.exitWithParent) {
    process.stdin.resume();
    process.stdin.once("end", () => void close()).once("close", () => void close());
  }
  console.log(JSON.stringify({ sandbox: `http://localhost:${port}` }));
}

try {
  await main(parseSettings(process.env));
} catch (error) {
  const isPortTaken = (error as { code?: string }).code === "EADDRINUSE";
  console.error(isPortTaken ? "The sandbox's port is taken: set SANDBOX_PORT to another one" : error);
  process.exit(1);
}
