import type { BillingDeps } from "../billing.deps.ts";

/** Dependencies of what staff do to the catalogue. */
export type CatalogueDeps = { staff: Pick<BillingDeps["staff"], "recordAct"> };
