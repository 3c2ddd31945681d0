import { makeCaller } from "#base/web/data/api.ts";
import { makeStreamer } from "#base/web/data/stream.ts";
import type { PlannerCalls } from "../contract/planner.calls.ts";

/** The campaign planner's calls, typed by their contract alone. */
export const call = makeCaller<PlannerCalls>();
export const streamItems = makeStreamer<PlannerCalls>();
