import { makeCaller } from "#base/web/data/api.ts";
import type { AdsLibraryCalls } from "../contract/ads-library.calls.ts";

/** The library's calls for merchants, typed by their contract alone. */
export const call = makeCaller<AdsLibraryCalls>();
