import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { impatient, inRiyadh, openGround, peopleOf } from "../shared/testing/ground.ts";
import { makeSnapchat } from "./snapchat.ts";

type Ready = Record<"access_token" | "refresh_token" | "organization_id" | "ad_account_id", string> &
  Record<"profile_id" | "pixel_id", string | null>;

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** The adapter beside its simulator. */
export async function openBench() {
  const ground = await openGround();
  const { hosts, credentials } = ground.sandbox;
  return {
    ...ground,
    platform: makeSnapchat({
      apiUrl: hosts.snapchat ?? "",
      accountsUrl: hosts["snapchat-accounts"] ?? "",
      businessUrl: hosts["snapchat-business"] ?? "",
      clientId: credentials.SNAPCHAT_CLIENT_ID ?? "",
      clientSecret: credentials.SNAPCHAT_CLIENT_SECRET ?? "",
      ...impatient,
    }),
    someone: peopleOf(ground.sandbox, "snapchat", accountOf),
    /** What Snapchat itself says, asked without the adapter. */
    async askSnapchat({ accessToken }: AdAccountContext, path: string): Promise<unknown> {
      const headers = { authorization: `Bearer ${accessToken}` };
      const answer = await fetch(`${hosts.snapchat}${path}`, { headers });
      if (!answer.ok) throw new Error(`Snapchat answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
  };
}

function accountOf(ready: Ready): AdAccountContext {
  return {
    accessToken: ready.access_token,
    organizationId: ready.organization_id,
    adAccountId: ready.ad_account_id,
    profileId: ready.profile_id,
    pixelId: ready.pixel_id,
    ...inRiyadh,
  };
}
