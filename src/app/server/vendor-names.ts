import type { VendorNames } from "#base/server/vendor-calls.ts";
import type { Settings } from "./settings.ts";

const settingOfVendor = /^([A-Z]+)(?:_[A-Z]+)*_URL$/;

/** Addresses that are our own. */
const ours = /^(PUBLIC|DATABASE|WORLD|HELP|TERMS|PRIVACY|TRACKING)_/;

/** What vendors are called in metrics, by the addresses in the settings: `meta`, `salla`, `moyasar` …, `language_model`. */
export function listVendorNames(settings: Settings): VendorNames {
  const named = Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const vendor = settingOfVendor.exec(name)?.[1];
    return vendor && vendor !== "WHATSAPP" && typeof value === "string" && !ours.test(name)
      ? [[value, vendor.toLowerCase()]]
      : [];
  });
  const models = [...settings.TEXT_MODELS, ...settings.SPEECH_MODELS, ...settings.PICTURE_MODELS];
  return [
    ...listWhatsAppAddresses(settings),
    ...named,
    ...models.map(({ url }): [string, string] => [url, "language_model"]),
    ...settings.WEB_PUSH_SERVICES.map((service): [string, string] => [service, "web_push"]),
  ]
    .sort(([a], [b]) => b.length - a.length)
    .map(([address, vendor]) => ({ prefix: toPrefix(address), vendor }));
}

/** WhatsApp answers at Meta's own address: what is sent there names our number or business. */
const listWhatsAppAddresses = (settings: Settings) =>
  [settings.WHATSAPP_PHONE_NUMBER_ID, settings.WHATSAPP_BUSINESS_ACCOUNT_ID].flatMap(
    (id): [string, string][] =>
      id ? [[`${settings.WHATSAPP_API_URL}/${settings.WHATSAPP_API_VERSION}/${id}`, "whatsapp"]] : [],
  );

/** `https://{shop}` stands for the domain that Shopify gave a shop, `https://*.push.example.com` for every host below. */
function toPrefix(address: string): string | RegExp {
  const pattern = address.replace("{shop}", "*.myshopify.com");
  if (!pattern.includes("*")) return pattern;
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/?#]+")}`);
}
