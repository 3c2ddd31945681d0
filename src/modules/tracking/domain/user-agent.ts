import type { App, Device } from "../contract/link-enums.ts";
import { byUserAgent } from "./by-user-agent.ts";

/**
 * The app whose own browser opened a link, by what it adds to the user agent; empty for a browser of its own. Telegram
 * and most mail programs open the phone's browser and cannot be told apart from it. Instagram and Facebook add their
 * names beside `FBAN`/`FBAV`, so Instagram comes first.
 */
const appNames: readonly [App, RegExp][] = [
  ["instagram", /\bInstagram\b/],
  ["messenger", /\bFBAN\/Messenger|MessengerForiOS|Orca-Android/],
  ["facebook", /\bFB(AN|AV|_IAB)\b/],
  ["snapchat", /\bSnapchat\b/],
  ["tiktok", /musical_ly|\bBytedance|\bTikTok|trill_|\bBytedanceWebview\b/i],
  ["x", /\bTwitter(Android| for i|\b)/],
  ["whatsapp", /\bWhatsApp\b/],
  ["linkedin", /\bLinkedInApp\b/],
  ["google", /\bGSA\//],
];

export const parseApp = byUserAgent(
  (userAgent): App | "" => appNames.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "",
);

/** An Android tablet is an Android without "Mobile"; an iPad since iPadOS 13 calls itself a Mac. */
export const parseDevice = byUserAgent((userAgent): Device => {
  if (/\biPhone\b|\biPod\b/.test(userAgent)) return "iphone";
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return "tablet";
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? "android" : "tablet";
  return /\bWindows NT\b|\bMacintosh\b|\bX11\b|\bCrOS\b/.test(userAgent) ? "computer" : "other";
});
