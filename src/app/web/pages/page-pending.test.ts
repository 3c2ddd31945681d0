import { expect, test } from "vitest";
import { toPageKind } from "./page-pending.tsx";

test.each([
  ["/", "figures"],
  ["/campaigns/cmp_1", "figures"],
  ["/financial-transaction/wallet", "figures"],
  ["/campaigns", "rows"],
  ["/financial-transaction/operations-table", "rows"],
  ["/campaigns/add", "form"],
  ["/campaigns/edit/cmp_1", "form"],
  ["/ads/adg_1/add", "form"],
  ["/account-settings/settings", "form"],
])("%s loads in the shape of %s", (path, kind) => {
  expect(toPageKind(path)).toBe(kind);
});
