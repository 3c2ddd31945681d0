import type { Random } from "../base/random.ts";

/** What the world's visitors look like on the wire. */
export interface ClientProfile {
  userAgent: string;
  headers: Record<string, string>;
}

const phones = [
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    5,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    2,
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    3,
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    2,
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; HUAWEI ALN-L29) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 Mobile Safari/537.36",
    1,
  ],
] as const;

/** The platform's own browser adds its name to the phone's. */
const inApp: Record<string, string> = {
  snapchat: " Snapchat/13.9.0.46",
  tiktok: " musical_ly_39.9.0 BytedanceWebview/d8a21c6",
  meta: " [FBAN/FBIOS;FBAV/521.0.0.38]",
  x: " Twitter for iPhone/11.2",
};

/** A person on a phone, in the platform's browser most of the time. */
export function pickPhoneClient(platform: string, random: Random): ClientProfile {
  const phone = random.weighted(phones);
  const userAgent = random.chance(0.8) ? phone + (inApp[platform] ?? "") : phone;
  return {
    userAgent,
    headers: {
      accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "accept-language": random.chance(0.85) ? "ar-SA,ar;q=0.9,en;q=0.6" : "en-GB,en;q=0.9",
      "upgrade-insecure-requests": "1",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
      "x-forwarded-for": `${random.pick(["188.48", "188.55", "37.99", "95.184", "176.44", "2.88"])}.${random.whole(0, 255)}.${random.whole(1, 254)}`,
    },
  };
}

export interface Bot extends ClientProfile {
  name: string;
  /** The platform took it for a person and counts it, until it detects the bot. */
  counted: boolean;
  /** It requests robots.txt first and obeys it. */
  respectsRobotsTxt: boolean;
}

const bots: [Omit<Bot, "headers">, number][] = [
  [{ name: "link-preview", userAgent: "WhatsApp/2.24.11 A", counted: false, respectsRobotsTxt: false }, 3],
  [
    {
      name: "link-preview",
      userAgent: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
      counted: false,
      respectsRobotsTxt: false,
    },
    2,
  ],
  [{ name: "link-preview", userAgent: "Twitterbot/1.0", counted: false, respectsRobotsTxt: true }, 1],
  [
    {
      name: "link-preview",
      userAgent: "TelegramBot (like TwitterBot)",
      counted: false,
      respectsRobotsTxt: false,
    },
    1,
  ],
  [
    {
      name: "crawler",
      userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      counted: false,
      respectsRobotsTxt: true,
    },
    2,
  ],
  [
    {
      name: "crawler",
      userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
      counted: false,
      respectsRobotsTxt: true,
    },
    1,
  ],
  [
    {
      name: "crawler",
      userAgent: "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
      counted: false,
      respectsRobotsTxt: false,
    },
    1,
  ],
  [{ name: "script", userAgent: "python-requests/2.32.3", counted: true, respectsRobotsTxt: false }, 2],
  [{ name: "script", userAgent: "curl/8.5.0", counted: false, respectsRobotsTxt: false }, 1],
  [{ name: "script", userAgent: "Go-http-client/2.0", counted: true, respectsRobotsTxt: false }, 1],
  [
    {
      name: "headless",
      userAgent:
        "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/139.0.0.0 Safari/537.36",
      counted: true,
      respectsRobotsTxt: false,
    },
    3,
  ],
  [{ name: "headless", userAgent: "", counted: true, respectsRobotsTxt: false }, 1],
];

/** A bot from a data centre. */
export function pickBot(random: Random): Bot {
  const bot = random.weighted(bots);
  const from = random.pick(["34.86", "52.14", "157.55", "66.249", "5.188"]);
  const headers = {
    accept: "*/*",
    "x-forwarded-for": `${from}.${random.whole(0, 255)}.${random.whole(1, 254)}`,
  };
  return { ...bot, headers };
}

/** The platform's own check of a new ad's link. */
export function makeReviewBot(platform: string): Bot {
  const userAgent = `Mozilla/5.0 (compatible; ${platform}-ads-review/1.0)`;
  return {
    name: "ad-review",
    userAgent,
    counted: false,
    respectsRobotsTxt: false,
    headers: { accept: "text/html" },
  };
}

const names = {
  female: ["نورة", "سارة", "ريم", "هند", "منيرة", "العنود", "لمى", "أمل", "غادة", "شهد"],
  male: ["محمد", "عبدالله", "فيصل", "سعود", "خالد", "عبدالرحمن", "تركي", "ياسر", "بندر", "ماجد"],
  family: [
    "القحطاني",
    "العتيبي",
    "الشهري",
    "الغامدي",
    "الحربي",
    "الدوسري",
    "الزهراني",
    "المطيري",
    "السبيعي",
    "العنزي",
    "باوزير",
  ],
};

export function pickBuyer(gender: "male" | "female", city: string, random: Random) {
  return {
    firstName: random.pick(names[gender]),
    lastName: random.pick(names.family),
    mobile: `+9665${random.pick([0, 3, 4, 5, 6, 9])}${String(random.whole(0, 9_999_999)).padStart(7, "0")}`,
    city,
    gender,
  };
}
