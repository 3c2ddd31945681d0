import { expect, test } from "vitest";
import { toNamespace } from "./message-files.ts";

test.each([
  ["src/base/messages/ar.json", "base"],
  ["/src/modules/ad-accounts/messages/en.json", "ad_accounts"],
  ["/src/app/web/create-ad-flow/messages/ar.json", "create_ad_flow"],
  ["src\\modules\\campaigns\\messages\\ar.json", "campaigns"],
  ["/src/modules/campaigns/web/form/messages/ar.json", "campaigns_form"],
  ["src\\modules\\ad-accounts\\web\\new-link\\messages\\ar.json", "ad_accounts_new_link"],
])("the texts of %s are named %s", (path, namespace) => {
  expect(toNamespace(path)).toBe(namespace);
});
