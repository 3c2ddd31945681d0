import { makeCaller } from "#base/web/data/api.ts";
import type { BrandKitCalls } from "../contract/brand-kit.calls.ts";
import type { DesignerCalls } from "../contract/designer.calls.ts";

/** The digital designer's calls, typed by their contract alone. */
export const call = makeCaller<DesignerCalls>();
export const callKit = makeCaller<BrandKitCalls>();
