import type { Clock } from "#base/server/clock.ts";
import type { Visits } from "./visits.ts";

export interface DemoFacade {
  /** Whether a bearer token belongs to a visit of the demo store that has not ended. */
  isVisit(token: string): boolean;
}

export const makeDemoFacade = (visits: Visits, systemClock: Clock): DemoFacade => ({
  isVisit: (token) => visits.isVisit(token, systemClock.now()),
});
