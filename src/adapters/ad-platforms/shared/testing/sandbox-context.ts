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

/** Adapters under test wait this long for an answer, and not at all between two calls. */
export const testTimings = { timeoutMs: 1_500, intervals: { tokenMs: 0, appMs: 0 } };

/** A sandbox that counts no calls, and an address that ads may lead to. */
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

/** Pending uploads of one account, as a test keeps them: they outlive an adapter. */
export function makeInMemoryUploads(): PendingUploads {
  const names = new Map<string, string>();
  return {
    find: async (reference) => names.get(reference) ?? null,
    save: async (reference, name) => void names.set(reference, name),
    forget: async (reference) => void names.delete(reference),
  };
}

/** What the simulators' people have in common. */
export const riyadhAccountDefaults = {
  timeZone: "Asia/Riyadh",
  currency: "SAR",
  uploads: makeInMemoryUploads(),
};

/** The permission to act on an account, as it was given. */
export const toPlatformTokens = (
  account: AdAccountContext,
  refreshToken: string | null = null,
): PlatformTokens => ({
  accessToken: account.accessToken,
  refreshToken,
  expiresAt: null,
  scopes: [],
});

/** A picture of one colour; upright unless told otherwise. */
export function aPicture(height = 1_920): Promise<Buffer> {
  return sharp({ create: { width: 1_080, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
}

/** Somebody who uses the platform; with ad accounts of their own unless told otherwise. */
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

/** Answers a platform's own consent page as a person does; where it sends the browser then. */
export async function submitAuthorizationPage(
  authorizationUrl: string | URL,
  form: Record<string, string>,
): Promise<URL> {
  const body = new URLSearchParams({ decision: "allow", ...form });
  const response = await fetch(authorizationUrl, { method: "POST", redirect: "manual", body });
  return new URL(response.headers.get("location") ?? "");
}

/** Lets ads run, from below upwards as the product does. */
export async function activateAd(
  platform: AdPlatform,
  account: AdAccountContext,
  ids: Record<Level, string>,
) {
  for (const level of ["ad", "ad_group", "campaign"] as const)
    await platform.setStatus(account, level, ids[level], "active");
}
