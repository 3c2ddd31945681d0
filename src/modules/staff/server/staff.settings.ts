/** How long a session lasts: without use, and at most. */
export type StaffSessionLimits = { idleMinutes: number; absoluteHours: number };

export type StaffSettings = {
  sessionLimits: StaffSessionLimits;
  /** 32 bytes each, never in the database: recovery codes are hashed with the first, and known by any. */
  recoveryKeys: readonly Uint8Array[];
  /** Steps of signing in and enrolling that one address may make in an hour, for all people together. */
  maxStepsPerAddress: number;
};

/** The default of every setting but the keys. */
export const defaultStaffSettings: Omit<StaffSettings, "recoveryKeys"> = {
  sessionLimits: { idleMinutes: 30, absoluteHours: 12 },
  maxStepsPerAddress: 120,
};
