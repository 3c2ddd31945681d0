/** What is bought in packages and used up unit by unit. */
export const stockServices = [
  "writer_words",
  "designer_pictures",
  "sms",
  "whatsapp",
  "consultation_vouchers",
] as const;
export type StockService = (typeof stockServices)[number];

/** A line of a service's history: units that came, were used, ended unused, or were taken back with a refund. */
export const movementKinds = ["added", "used", "expired", "withdrawn"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** How the last units that were bought of a service ended. */
export const stockEndings = ["used", "expired", "withdrawn"] as const;
export type StockEnding = (typeof stockEndings)[number];

/** `held`: the work is under way and nothing is used yet. `expired`: nobody finished it within a day. */
export const reservationStates = ["held", "settled", "released", "expired"] as const;
export type ReservationState = (typeof reservationStates)[number];
