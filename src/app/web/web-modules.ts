import type { WebModule } from "#base/web/runtime/web-module.ts";

/** Every module's manifest for the web: a new module's is found here without being named. */
export const webModules = Object.values(
  import.meta.glob<WebModule>("/src/modules/*/web/*.web.ts", { eager: true, import: "web" }),
);
