import { serverModules } from "#app/server/find-modules.ts";
import { buildProduct } from "#app/server/product.ts";
import { readProductSettings } from "#app/server/settings.ts";
import { makeLog } from "#base/server/log.ts";
import { server } from "./transfer-calls.ts";

/** The product as `src/app/server/main.ts` runs it, with the two calls of `transfer-calls.ts` beside its own. */
const modules = [...serverModules, server];
const settings = readProductSettings(process.env, modules);
const product = await buildProduct(settings, makeLog(settings.LOG_LEVEL), modules);
process.once("SIGTERM", () => void product.stop().then(() => process.exit(0)));
await product.start();
