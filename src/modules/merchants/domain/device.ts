/** A device as its owner would recognise it. */
export type Device = { browser: string; system: string; kind: "phone" | "tablet" | "desktop" | "other" };

/** First match wins: specific names come before the generic ones that every browser claims for compatibility. */
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

/** Parses a User-Agent for display only; nothing else depends on it. Unknown parts are empty. */
export function parseDevice(userAgent: string): Device {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? "";
  const [, system = "", kind = "other"] = systems.find(([sign]) => sign.test(userAgent)) ?? [];
  return { browser, system, kind };
}
