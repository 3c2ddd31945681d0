import { makeCaller } from "#base/web/data/api.ts";
import type { CreativeCalls } from "../contract/creative.calls.ts";
import type { LibraryCalls } from "../contract/library.calls.ts";

/** The module's calls; the contract is imported as types only, so that its schemas stay out of the bundle. */
export const call = makeCaller<CreativeCalls & LibraryCalls>();
