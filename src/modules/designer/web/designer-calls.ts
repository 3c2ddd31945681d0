import { makeCaller } from "#base/web/data/api.ts";
import type { BrandKitCalls } from "../contract/brand-kit.calls.ts";
import type { DesignChatCalls } from "../contract/design-chat.calls.ts";
import type { DesignerCalls } from "../contract/designer.calls.ts";

/** The digital designer's calls, typed by their contract alone. */
export const call = makeCaller<DesignerCalls>();
/** The same of changes by a sentence. */
export const callChat = makeCaller<DesignChatCalls>();
export const callKit = makeCaller<BrandKitCalls>();
