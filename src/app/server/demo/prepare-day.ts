import { parseRiyadhDay } from "#base/shared/riyadh-day.ts";
import { readMonth } from "./month.ts";
import { makeTemplates } from "./templates.ts";

/*
 * `node prepare-day.ts TEMPLATES DAY`: makes the database from which the demo store of a Riyadh day is opened. A program of its
 * own, so that the product's process neither parses the month nor keeps the memory of that.
 */
const [templates, text = ""] = process.argv.slice(2);
const today = parseRiyadhDay(text);
if (!templates || !today) throw new Error("usage: prepare-day.ts TEMPLATES DAY");
await makeTemplates(templates, { ...(await readMonth()), today });
