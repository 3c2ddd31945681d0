import { makeCaller } from "#base/web/data/api.ts";
import type { CatalogueCalls } from "../../contract/billing.calls.ts";

/** The catalogue's calls, typed by their contracts alone. */
export const call = makeCaller<CatalogueCalls>();
