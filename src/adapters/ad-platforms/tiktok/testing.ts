import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aPicture, impatient, inRiyadh, openGround, peopleOf } from "../shared/testing/ground.ts";
import { aFile } from "../shared/testing/orders.ts";
import { makeTiktok, type TiktokSettings } from "./tiktok.ts";

type Ready = Record<"access_token" | "identity" | "advertiser_id" | "pixel_id", string> &
  Record<"identity_id" | "identity_type", string | null>;
type Listed = { list: Record<string, unknown>[] };

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** The adapter beside its simulator, and a picture that ads show. */
export async function openBench(change: Partial<TiktokSettings> = {}) {
  const ground = await openGround();
  const { hosts, credentials } = ground.sandbox;
  const bytes = await aPicture();
  const settings: TiktokSettings = {
    apiUrl: hosts.tiktok ?? "",
    appId: credentials.TIKTOK_APP_ID ?? "",
    secret: credentials.TIKTOK_SECRET ?? "",
    ...impatient,
    ...change,
  };
  return {
    ...ground,
    settings,
    platform: makeTiktok(settings),
    picture: (reference: string) => aFile(bytes, { reference }),
    someone: peopleOf(ground.sandbox, "tiktok", accountOf),
    /** What TikTok itself says, asked without the adapter. */
    async askTiktok(account: AdAccountContext, path: string, query: Record<string, string> = {}): Promise<Listed> {
      const asked = new URLSearchParams({ advertiser_id: account.adAccountId, page_size: "1000", ...query });
      const headers = { "access-token": account.accessToken };
      const answer = await fetch(`${hosts.tiktok}/open_api/v1.3${path}?${asked}`, { headers });
      const { code, message, data } = (await answer.json()) as {
        code: number;
        message: string;
        data: Listed;
      };
      if (code !== 0) throw new Error(`TikTok answered ${code} ${message}`);
      return data;
    },
  };
}

function accountOf(ready: Ready): AdAccountContext {
  return {
    accessToken: ready.access_token,
    organizationId: ready.advertiser_id,
    adAccountId: ready.advertiser_id,
    profileId: ready.identity_id && `${ready.identity_type}:${ready.identity_id}`,
    pixelId: ready.pixel_id,
    ...inRiyadh,
  };
}
