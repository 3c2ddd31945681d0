import type { AgreementDeps } from "./agreement.deps.ts";
import { ledgerEntries, openDifferences, sales, spend } from "./book-parts.ts";
import { listedPayments, listedReturns, recordedPayments } from "./gateway-parts.ts";
import type { Part } from "./part.ts";

/** The parts of a run in their order: lists of the gateways first, so that few payments are read one by one. */
export function makeParts(deps: AgreementDeps): Part[] {
  const gateways = deps.payments.listGateways();
  return [
    ...gateways.map((gateway) => listedPayments(deps, gateway)),
    ...gateways.map((gateway) => listedReturns(deps, gateway)),
    ...recordedPayments(deps),
    ledgerEntries(deps),
    sales(deps),
    spend(deps),
    openDifferences(deps),
  ];
}
