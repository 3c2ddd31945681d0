import type { FaultKind } from "#base/shared/adapter-fault.ts";
import type { WhatsAppRefusal } from "#modules/messages/server/whatsapp-sender.port.ts";

/** Error codes of the Cloud API (Meta developer documentation, "Error codes"), by what follows from each. */
const refusals: ReadonlyMap<number, WhatsAppRefusal> = new Map([
  // No WhatsApp, an old app or other terms; held back for the reader's sake; the reader is in an experiment.
  ...[131026, 131049, 130472, 131047].map((code) => [code, "undeliverable"] as const),
  // Our request, or a template that does not exist, does not fit, is paused or disabled.
  ...[100, 131008, 131009, 131051, 131053, 132000, 132001, 132005, 132007, 132012, 132015, 132016].map(
    (code) => [code, "template"] as const,
  ),
  [131050, "opted_out"],
]);

/** Token, permission, or a number or account that is locked, unpaid or not registered: somebody has to mend it. */
const accountCodes = new Set([0, 3, 10, 190, 368, 131031, 131042, 131045, 133010]);
/** Too fast, or a limit on our number: the next text is refused too. */
const rateCodes = new Set([4, 80007, 130429, 131048]);

export const findRefusal = (code: number | null): WhatsAppRefusal | undefined =>
  code === null ? undefined : refusals.get(code);

/** Too many to this one reader. */
export const waitsForReader = (code: number | null): boolean => code === 131056;

export function toFaultKind(code: number | null, status: number): FaultKind {
  if (code !== null && (accountCodes.has(code) || (code >= 200 && code <= 299))) return "reconnect";
  if ((code !== null && rateCodes.has(code)) || status === 429 || status === 503) return "later";
  if (code === null && (status === 401 || status === 403)) return "reconnect";
  // Other server errors say nothing about the message.
  return status >= 500 ? "outcome_unknown" : "rejected";
}
