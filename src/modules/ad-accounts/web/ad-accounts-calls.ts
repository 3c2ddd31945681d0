import { makeCaller } from "#base/web/data/api.ts";
import type { AdAccountsCalls } from "../contract/ad-accounts.calls.ts";

/** The calls about ad accounts, typed by their contract alone. */
export const call = makeCaller<AdAccountsCalls>();
