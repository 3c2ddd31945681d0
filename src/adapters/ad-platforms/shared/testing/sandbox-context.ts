import sharp from "sharp";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type {
  AdAccountContext,
  AdPlatform,
  Level,
  PendingUploads,
  PlatformTokens,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { openLanding } from "./specs.ts";

/** Adapters under test use this timeout, and no interval between two calls. */
export const testTimings = { timeoutMs: 1_500, intervals: { tokenMs: 0, appMs: 0 } };

/** A sandbox without rate limits, and a landing page for ads. */
export async function openSandboxContext() {
  const sandbox = await startSandbox({ env: { SANDBOX_RATE_LIMITS: "off" } });
  const landing = await openLanding();
  return {
    sandbox,
    landingUrl: landing.url,
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}
export type SandboxContext = Awaited<ReturnType<typeof openSandboxContext>>;

/** One account's pending uploads in memory: they outlive an adapter. */
export function makeInMemoryUploads(): PendingUploads {
  const names = new Map<string, string>();
  return {
    find: async (reference) => names.get(reference) ?? null,
    save: async (reference, name) => void names.set(reference, name),
    forget: async (reference) => void names.delete(reference),
  };
}

/** What the simulators' accounts have in common. */
export const riyadhAccountDefaults = {
  timeZone: "Asia/Riyadh",
  currency: "SAR",
  uploads: makeInMemoryUploads(),
};

/** The tokens of an account, as the platform granted them. */
export const toPlatformTokens = (
  account: AdAccountContext,
  refreshToken: string | null = null,
): PlatformTokens => ({
  accessToken: account.accessToken,
  refreshToken,
  expiresAt: null,
  scopes: [],
});

/** An image of one colour; portrait by default. */
export function aPicture(height = 1_920): Promise<Buffer> {
  return sharp({ create: { width: 1_080, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
}

/** Opens a platform user's account; by default a fresh user with their own ad accounts. */
export const makeAccountOpener =
  <SeededAccount>(
    { control }: TestSandbox,
    vendor: string,
    toAccount: (seeded: SeededAccount) => AdAccountContext,
  ) =>
  async (options: Record<string, unknown> = { identity: "fresh" }) => {
    const seeded = await control<SeededAccount>("tokens", { vendor, ...options });
    return { account: toAccount(seeded), seeded };
  };

/** Submits a platform's consent page as a user does; returns the URL of the redirect. */
export async function submitAuthorizationPage(
  authorizationUrl: string | URL,
  form: Record<string, string>,
): Promise<URL> {
  const body = new URLSearchParams({ decision: "allow", ...form });
  const response = await fetch(authorizationUrl, { method: "POST", redirect: "manual", body });
  return new URL(response.headers.get("location") ?? "");
}

/** Activates an ad and its parents, from the bottom up as the product does. */
export async function activateAd(
  platform: AdPlatform,
  account: AdAccountContext,
  ids: Record<Level, string>,
) {
  for (const level of ["ad", "ad_group", "campaign"] as const)
    await platform.setStatus(account, level, ids[level], "active");
}
