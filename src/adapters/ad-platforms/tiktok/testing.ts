import sharp from "sharp";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { ActingFor } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aFile, openLanding } from "../shared/testing/orders.ts";
import { makeTiktok, type TiktokSettings } from "./tiktok.ts";

type Ready = Record<"access_token" | "identity" | "advertiser_id" | "pixel_id", string> &
  Record<"identity_id" | "identity_type", string | null>;

/** The sandbox with TikTok in it, an address ads may lead to, and a picture they show. */
export async function openTiktok(change: Partial<TiktokSettings> = {}) {
  const sandbox = await startSandbox();
  const landing = await openLanding();
  const bytes = await sharp({ create: { width: 1_080, height: 1_920, channels: 3, background: "#fe2c55" } })
    .png()
    .toBuffer();
  const settings: TiktokSettings = {
    apiUrl: sandbox.hosts.tiktok ?? "",
    appId: sandbox.credentials.TIKTOK_APP_ID ?? "",
    secret: sandbox.credentials.TIKTOK_SECRET ?? "",
    ...change,
  };
  return {
    sandbox,
    settings,
    platform: makeTiktok(settings),
    landingUrl: landing.url,
    accountFor: async (identity: string) => accountOf(await givenTo(sandbox, identity)),
    picture: (reference: string) => aFile(bytes, { reference }),
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    /** What TikTok itself says, asked without the adapter. */
    ask: (account: ActingFor, path: string, query: Record<string, string> = {}) =>
      vendorsOwn(sandbox, account, path, query),
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}
export type OpenTiktok = Awaited<ReturnType<typeof openTiktok>>;

export const givenTo = (sandbox: TestSandbox, identity: string) =>
  sandbox.control<Ready>("tokens", { vendor: "tiktok", identity });

export function accountOf(ready: Ready): ActingFor {
  return {
    accessToken: ready.access_token,
    organizationId: ready.advertiser_id,
    adAccountId: ready.advertiser_id,
    profileId: ready.identity_id && `${ready.identity_type}:${ready.identity_id}`,
    pixelId: ready.pixel_id,
    timeZone: "Asia/Riyadh",
    currency: "SAR",
  };
}

async function vendorsOwn(
  sandbox: TestSandbox,
  account: ActingFor,
  path: string,
  query: Record<string, string>,
): Promise<{ list: Record<string, unknown>[] }> {
  const asked = new URLSearchParams({ advertiser_id: account.adAccountId, page_size: "1000", ...query });
  const answer = await fetch(`${sandbox.hosts.tiktok}/open_api/v1.3${path}?${asked}`, {
    headers: { "access-token": account.accessToken },
  });
  const { code, message, data } = (await answer.json()) as {
    code: number;
    message: string;
    data: { list: Record<string, unknown>[] };
  };
  if (code !== 0) throw new Error(`TikTok answered ${code} ${message}`);
  return data;
}
