import { browserPushServices } from "./settings.vendors.ts";

/** Vendor host, by the sandbox's name for it → the setting that holds its address, with the path after the host. */
const settingHosts = {
  SALLA_API_URL: "salla",
  SALLA_ACCOUNTS_URL: "salla-accounts",
  ZID_API_URL: "zid",
  ZID_OAUTH_URL: "zid-oauth",
  SHOPIFY_SHOP_URL: "shopify/{shop}",
  META_API_URL: "meta",
  META_VIDEO_URL: "meta-video",
  META_DIALOG_URL: "meta-dialog",
  TIKTOK_API_URL: "tiktok",
  X_ADS_API_URL: "x-ads",
  X_API_URL: "x",
  GOOGLE_ADS_API_URL: "google",
  GOOGLE_OAUTH_URL: "google-oauth",
  GOOGLE_ACCOUNTS_URL: "google-accounts",
  GOOGLE_DATA_MANAGER_URL: "google-data-manager",
  SNAPCHAT_API_URL: "snapchat",
  SNAPCHAT_ACCOUNTS_URL: "snapchat-accounts",
  SNAPCHAT_BUSINESS_URL: "snapchat-business",
  SNAPCHAT_CONVERSIONS_URL: "snapchat-conversions",
  MOYASAR_API_URL: "moyasar",
  MOYASAR_CDN_URL: "moyasar-cdn",
  TAP_API_URL: "tap",
  UNIFONIC_API_URL: "unifonic",
  TAQNYAT_API_URL: "taqnyat",
  TWILIO_API_URL: "twilio",
  WHATSAPP_API_URL: "whatsapp",
  CALCOM_PAGE_URL: "calcom",
  CALENDLY_PAGE_URL: "calendly",
};

/** The settings that point every adapter at these hosts. */
export function vendorAddresses(hosts: Readonly<Record<string, string>>): Record<string, string> {
  const toAddress = (place: string) => {
    const [host = "", ...path] = place.split("/");
    return [hosts[host] ?? "", ...path].join("/");
  };
  return {
    ...Object.fromEntries(
      Object.entries(settingHosts).map(([setting, place]) => [setting, toAddress(place)]),
    ),
    // Browsers subscribe at their own services beside it.
    WEB_PUSH_SERVICES: [...browserPushServices, toAddress("web-push")].join(","),
  };
}
