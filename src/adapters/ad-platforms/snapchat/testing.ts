import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  makeAccountOpener,
  openSandboxContext,
  riyadhAccountDefaults,
  testTimings,
} from "../shared/testing/sandbox-context.ts";
import { makeSnapchat } from "./snapchat.ts";

type SeededAccount = Record<"access_token" | "refresh_token" | "organization_id" | "ad_account_id", string> &
  Record<"profile_id" | "pixel_id", string | null>;

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The adapter with its simulator. */
export async function openHarness() {
  const context = await openSandboxContext();
  const { hosts, credentials } = context.sandbox;
  return {
    ...context,
    platform: makeSnapchat({
      apiUrl: hosts.snapchat ?? "",
      accountsUrl: hosts["snapchat-accounts"] ?? "",
      conversionsUrl: hosts["snapchat-conversions"] ?? "",
      businessUrl: hosts["snapchat-business"] ?? "",
      clientId: credentials.SNAPCHAT_CLIENT_ID ?? "",
      clientSecret: credentials.SNAPCHAT_CLIENT_SECRET ?? "",
      ...testTimings,
    }),
    openAccount: makeAccountOpener(context.sandbox, "snapchat", toAccount),
    /** Snapchat's own response, without the adapter. */
    async querySnapchat({ accessToken }: AdAccountContext, path: string): Promise<unknown> {
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(`${hosts.snapchat}${path}`, { headers });
      if (!response.ok)
        throw new Error(`Snapchat responded with ${response.status}: ${await response.text()}`);
      return response.json();
    },
  };
}

function toAccount(seeded: SeededAccount): AdAccountContext {
  return {
    accessToken: seeded.access_token,
    organizationId: seeded.organization_id,
    adAccountId: seeded.ad_account_id,
    profileId: seeded.profile_id,
    pixelId: seeded.pixel_id,
    ...riyadhAccountDefaults,
  };
}
