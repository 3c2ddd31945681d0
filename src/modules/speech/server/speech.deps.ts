import type { Clock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { SpeechModel } from "./speech-model.port.ts";

export type SpeechDeps = {
  billing: Pick<BillingFacade, "loadStock">;
  /** In the order in which they are asked; none where no endpoint is set. */
  models: readonly SpeechModel[];
  /** The most seconds of a merchant on a Riyadh day. */
  secondsPerDay: number;
  systemClock: Clock;
  log: Log;
};
