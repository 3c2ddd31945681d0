/** The sandbox's settings, all from environment variables. */
export interface Settings {
  /** 0 = any free port. */
  port: number;
  /** Where the mail server listens; 0 = any free port. */
  smtpPort: number;
  /** Absent = the world is kept in memory only. */
  dataDir: string | null;
  seed: string;
  /** World seconds per real second; 0 = paused. */
  speed: number;
  /** Where a new world begins; null = the system time at the first start. */
  start: Date | null;
  /** The product's own address: for the phone page's link back, and for Salla's app events. */
  productUrl: string | null;
  /** True = the control API answers everybody, not loopback only. */
  open: boolean;
  exitWithParent: boolean;
  /** False = calls are not rate limited by the second or minute, for tests that would only wait. */
  rateLimits: boolean;
  /** Of a hundred parcels to be paid for in cash on delivery, how many are refused at the door. */
  refusedPercent: number;
}

/** Reads the settings. An invalid value stops the program with a sentence that names it. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const start = env.SANDBOX_START ? new Date(env.SANDBOX_START) : null;
  if (start && Number.isNaN(start.getTime())) throw new Error("SANDBOX_START must be an ISO instant");
  return {
    port: parseNumber(env, "SANDBOX_PORT", 3900, 65_535),
    smtpPort: parseNumber(env, "SANDBOX_SMTP_PORT", 0, 65_535),
    dataDir: env.SANDBOX_DATA_DIR || null,
    seed: env.SANDBOX_SEED || "rawaj",
    speed: parseNumber(env, "SANDBOX_SPEED", 60, 100_000),
    start,
    productUrl: env.PRODUCT_URL || null,
    open: env.SANDBOX_OPEN === "1",
    exitWithParent: env.SANDBOX_EXIT_WITH_PARENT === "1",
    rateLimits: env.SANDBOX_RATE_LIMITS !== "off",
    refusedPercent: parseNumber(env, "SANDBOX_REFUSED_PERCENT", 20, 100),
  };
}

function parseNumber(
  env: Record<string, string | undefined>,
  name: string,
  fallback: number,
  max: number,
): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || value > max)
    throw new Error(`${name} must be a number from 0 to ${max}`);
  return value;
}
