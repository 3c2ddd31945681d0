import { makeCaller } from "#base/web/data/api.ts";
import type { StaffLibraryCalls } from "../../contract/staff-library.calls.ts";

/** The library's calls for staff, typed by their contract alone. */
export const call = makeCaller<StaffLibraryCalls>();
