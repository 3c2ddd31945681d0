import { makeCaller } from "#base/web/data/api.ts";
import type { ConversionsCalls } from "../contract/conversions.calls.ts";

/** The calls about purchases sent back, typed by their contract alone. */
export const call = makeCaller<ConversionsCalls>();
