import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { record } from "./read.ts";

/** The parts of a credential sealed together as JSON; `what` names the credential in the fault. */
export function parseParts(credential: string, what: string): Record<string, unknown> {
  try {
    return record(JSON.parse(credential));
  } catch {
    throw new AdapterFault("reconnect", { reason: `not ${what}` });
  }
}
