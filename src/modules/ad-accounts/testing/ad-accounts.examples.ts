import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/AdAccounts/index": {},
  "GET Clients/AdAccounts/offers/{connection_id}": { params: { connection_id: ids.connection } },
  "POST Clients/AdAccounts/connect": {
    body: { platform: "snapchat", return_to: "/link-ad-accounts/connect-platform" },
  },
  "POST Clients/AdAccounts/reconnect": {
    body: { ad_account_id: ids.adAccount, return_to: "/link-ad-accounts/connect-platform" },
  },
  "POST Clients/AdAccounts/refresh-offers": { body: { connection_id: ids.connection }, expect: 503 },
  "POST Clients/AdAccounts/link": {
    body: {
      connection_id: ids.connection,
      organization_id: "org",
      ad_account_id: "acc",
      profile_id: "pro",
    },
    expect: 422,
  },
  "POST Clients/AdAccounts/check": { body: { ad_account_id: ids.adAccount }, expect: 503 },
});

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  "POST Clients/AdAccounts/disconnect": { body: { ad_account_id: ids.adAccount } },
});
