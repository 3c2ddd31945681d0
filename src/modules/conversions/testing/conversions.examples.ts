import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Conversions/index": {},
  "POST Clients/Conversions/settings": { body: { send_at: "delivery", shares_contacts: true } },
  "POST Clients/Conversions/destination": { body: { ad_account_id: ids.adAccount, is_enabled: true } },
  "POST Clients/Conversions/exclude-buyers": { body: { ad_account_id: ids.adAccount, is_on: false } },
  "GET Clients/Conversions/refused": { query: { platform: "snapchat", size: "5" } },
  "POST Clients/Conversions/erase": { body: { contact: "0501112223" } },
});
