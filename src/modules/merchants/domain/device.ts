/** A device as its owner would recognise it. */
export type Device = { browser: string; system: string; kind: "phone" | "tablet" | "desktop" | "other" };

/** First match wins: the specific names stand before those every browser claims for old times' sake. */
const browsers: [RegExp, string][] = [
  [/Snapchat/i, "Snapchat"],
  [/Instagram/i, "Instagram"],
  [/EdgA?\/|EdgiOS\//, "Edge"],
  [/OPR\/|OPiOS\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/FxiOS\/|Firefox\//, "Firefox"],
  [/CriOS\/|Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string, Device["kind"]][] = [
  [/iPad/, "iPadOS", "tablet"],
  [/iPhone|iPod/, "iOS", "phone"],
  [/Android(?=.*Mobile)/, "Android", "phone"],
  [/Android/, "Android", "tablet"],
  [/Windows/, "Windows", "desktop"],
  [/Macintosh|Mac OS X/, "macOS", "desktop"],
  [/CrOS/, "ChromeOS", "desktop"],
  [/Linux/, "Linux", "desktop"],
];

/** Reads a User-Agent for showing, nothing else is decided by it. Unknown parts are empty. */
export function parseDevice(userAgent: string): Device {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? "";
  const [, system = "", kind = "other"] = systems.find(([sign]) => sign.test(userAgent)) ?? [];
  return { browser, system, kind };
}
