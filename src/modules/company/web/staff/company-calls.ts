import { makeCaller } from "#base/web/data/api.ts";
import type { CompanyCalls } from "../../contract/company.calls.ts";

/** The calls of staff who write what we publish of ourselves, typed by their contract alone. */
export const call = makeCaller<CompanyCalls>();
