import { adAccountsRefusals } from "#modules/ad-accounts/contract/ad-accounts.refusals.ts";
import { campaignsRefusals } from "#modules/campaigns/contract/campaigns.refusals.ts";
import { creativeRefusals } from "#modules/creative/contract/creative.refusals.ts";
import { merchantsRefusals } from "#modules/merchants/contract/merchants.refusals.ts";
import { staffRefusals } from "#modules/staff/contract/staff.refusals.ts";
import { storesRefusals } from "#modules/stores/contract/stores.refusals.ts";
import { trackingRefusals } from "#modules/tracking/contract/tracking.refusals.ts";
import { walletRefusals } from "#modules/wallet/contract/wallet.refusals.ts";

const statuses: Record<string, number> = {
  ...merchantsRefusals.table,
  ...staffRefusals.table,
  ...storesRefusals.table,
  ...adAccountsRefusals.table,
  ...walletRefusals.table,
  ...trackingRefusals.table,
  ...creativeRefusals.table,
  ...campaignsRefusals.table,
};

/** The HTTP status of a module's refusal, for the OpenAPI document. */
export const getRefusalStatus = (code: string): number => statuses[code] ?? 400;
