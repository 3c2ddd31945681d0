import type { ReadSettings } from "./settings.schema.ts";
import { gatewayNames } from "./settings.vendors.ts";

/** The keys that each gateway cannot work without. */
const gatewayKeys = {
  moyasar: ["MOYASAR_PUBLISHABLE_KEY", "MOYASAR_SECRET_KEY", "MOYASAR_WEBHOOK_SECRET"],
  tap: ["TAP_SECRET_KEY"],
} as const;
const gatewayTitles = { moyasar: "Moyasar", tap: "Tap" };

/** The chosen gateway needs all its keys; another one has all of its keys, or none. */
export function findGatewayProblems(settings: GatewaySettings): string[] {
  return gatewayNames.flatMap((name) => {
    const keys = gatewayKeys[name];
    const missing = keys.filter((key) => !settings[key]);
    if (name === settings.PAYMENT_GATEWAY)
      return missing.map((key) => `${key}: required: deposits are paid through ${gatewayTitles[name]}`);
    return missing.length > 0 && missing.length < keys.length ? [`${keys.join(", ")}: all or none`] : [];
  });
}
type GatewaySettings = Pick<
  ReadSettings,
  "PAYMENT_GATEWAY" | (typeof gatewayKeys)[keyof typeof gatewayKeys][number]
>;
