import { systemClock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { ServerModule } from "#base/server/module.ts";
import type { Settings } from "../settings.ts";
import { makeDemoStore } from "./demo-store.ts";
import { openDemoApp } from "./open-demo-app.ts";

type Options = {
  settings: Settings;
  log: Log;
  messages: Messages;
  modules: readonly ServerModule[];
};

/** The demo store of this process. Nothing of it is loaded before somebody visits it. */
export function openDemoStore({ log, ...options }: Options) {
  // Its requests are in the product's own log; here only what went wrong.
  const own = log.child({ demo: true }, { level: log.level === "silent" ? "silent" : "warn" });
  return makeDemoStore({
    log,
    systemClock,
    openApp: (today) => openDemoApp({ ...options, log: own, today }),
  });
}
