import { makeCaller } from "#base/web/data/api.ts";
import type { AbuseCalls } from "../contract/abuse.calls.ts";
import type { DomainsCalls } from "../contract/domains.calls.ts";
import type { LinksCalls } from "../contract/links.calls.ts";

/** The module's calls, typed by their contracts alone. */
export const call = makeCaller<LinksCalls & DomainsCalls & AbuseCalls>();
