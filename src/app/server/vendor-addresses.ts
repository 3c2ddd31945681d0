/** Which setting holds the address of which vendor host, as the sandbox names its hosts. */
const hostOfSetting = {
  SALLA_API_URL: "salla",
  SALLA_ACCOUNTS_URL: "salla-accounts",
  ZID_API_URL: "zid",
  ZID_OAUTH_URL: "zid-oauth",
  SNAPCHAT_API_URL: "snapchat",
  SNAPCHAT_ACCOUNTS_URL: "snapchat-accounts",
  SNAPCHAT_BUSINESS_URL: "snapchat-business",
  MOYASAR_API_URL: "moyasar",
  MOYASAR_CDN_URL: "moyasar-cdn",
  UNIFONIC_API_URL: "unifonic",
};

/** The settings that point every adapter at these hosts. */
export function vendorAddresses(hosts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(hostOfSetting).map(([setting, host]) => [setting, hosts[host] ?? ""]),
  );
}
