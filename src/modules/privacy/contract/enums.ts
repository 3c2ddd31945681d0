export const exportStatuses = ["pending", "running", "ready", "failed", "expired"] as const;

export const erasureStates = ["requested", "cancelled", "erasing", "erased"] as const;

/** What must end before an account can be erased, each with its own way to end it. */
export const blockers = ["balance", "withdrawal", "reserved"] as const;
export type BlockerKind = (typeof blockers)[number];

/** Days in which an erasure can be taken back, and in which a finished export can be downloaded. */
export const graceDays = 30;
export const exportDays = 7;
