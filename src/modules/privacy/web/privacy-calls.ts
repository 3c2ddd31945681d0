import { makeCaller } from "#base/web/data/api.ts";
import type { PrivacyCalls } from "../contract/privacy.calls.ts";

export const call = makeCaller<PrivacyCalls>();
