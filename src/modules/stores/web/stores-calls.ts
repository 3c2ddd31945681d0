import { makeCaller } from "#base/web/data/api.ts";
import type { StoresCalls } from "../contract/stores.calls.ts";

/** The stores' calls, typed by their contract alone. */
export const call = makeCaller<StoresCalls>();
