import { operationsKeys } from "#base/web/data/operations.queries.ts";
import { defineLive, type LiveRows } from "#base/web/runtime/web-module.ts";
import { composeLive } from "./compose-shell.ts";

const operations = [operationsKeys.all];
const ofBase = defineLive({ "operation.progressed": operations, "operation.finished": operations });
const ofModules = import.meta.glob<LiveRows>("/src/modules/*/web/*.live.ts", { eager: true, import: "live" });

/** Which cached queries each event invalidates: what the base shows, and the rows of every module. */
export const liveTable = composeLive([ofBase, ...Object.values(ofModules)]);
