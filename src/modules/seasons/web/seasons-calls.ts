import { makeCaller } from "#base/web/data/api.ts";
import type { SeasonsCalls } from "../contract/seasons.calls.ts";

/** The seasons' calls, typed by their contract alone. */
export const call = makeCaller<SeasonsCalls>();
