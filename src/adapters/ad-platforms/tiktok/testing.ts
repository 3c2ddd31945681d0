import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  aPicture,
  makeAccountOpener,
  openSandboxContext,
  riyadhAccountDefaults,
  testTimings,
} from "../shared/testing/sandbox-context.ts";
import { aFile } from "../shared/testing/specs.ts";
import { makeTiktok, type TiktokSettings } from "./tiktok.ts";

type SeededAccount = Record<"access_token" | "identity" | "advertiser_id" | "pixel_id", string> &
  Record<"identity_id" | "identity_type", string | null>;
type ListResponse = { list: Record<string, unknown>[] };

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The adapter with its simulator, and an image for ads. */
export async function openHarness(change: Partial<TiktokSettings> = {}) {
  const context = await openSandboxContext();
  const { hosts, credentials } = context.sandbox;
  const bytes = await aPicture();
  const settings: TiktokSettings = {
    apiUrl: hosts.tiktok ?? "",
    appId: credentials.TIKTOK_APP_ID ?? "",
    secret: credentials.TIKTOK_SECRET ?? "",
    ...testTimings,
    ...change,
  };
  return {
    ...context,
    settings,
    platform: makeTiktok(settings),
    picture: (reference: string) => aFile(bytes, { reference }),
    openAccount: makeAccountOpener(context.sandbox, "tiktok", toAccount),
    /** TikTok's own response, without the adapter. */
    async queryTiktok(
      account: AdAccountContext,
      path: string,
      query: Record<string, string> = {},
    ): Promise<ListResponse> {
      const params = new URLSearchParams({ advertiser_id: account.adAccountId, page_size: "1000", ...query });
      const headers = { "access-token": account.accessToken };
      const response = await fetch(`${hosts.tiktok}/open_api/v1.3${path}?${params}`, { headers });
      const { code, message, data } = (await response.json()) as {
        code: number;
        message: string;
        data: ListResponse;
      };
      if (code !== 0) throw new Error(`TikTok responded with ${code} ${message}`);
      return data;
    },
  };
}

function toAccount(seeded: SeededAccount): AdAccountContext {
  return {
    accessToken: seeded.access_token,
    organizationId: seeded.advertiser_id,
    adAccountId: seeded.advertiser_id,
    profileId: seeded.identity_id && `${seeded.identity_type}:${seeded.identity_id}`,
    pixelId: seeded.pixel_id,
    ...riyadhAccountDefaults,
  };
}
