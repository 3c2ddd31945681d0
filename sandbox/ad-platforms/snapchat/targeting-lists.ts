/**
 * The lists of the targeting lookups: enough of each dimension for the Gulf. Names are ours; ids only look like
 * Snap's.
 */
export const COUNTRIES: Record<string, string> = {
  sa: "Saudi Arabia",
  ae: "United Arab Emirates",
  kw: "Kuwait",
  bh: "Bahrain",
  qa: "Qatar",
  om: "Oman",
  eg: "Egypt",
  jo: "Jordan",
  us: "United States",
  gb: "United Kingdom",
};

export const REGIONS: Record<string, Record<string, string>> = {
  sa: {
    "sa-01": "Riyadh",
    "sa-02": "Makkah",
    "sa-03": "Madinah",
    "sa-04": "Eastern Province",
    "sa-05": "Qassim",
    "sa-06": "Hail",
    "sa-07": "Tabuk",
    "sa-08": "Northern Borders",
    "sa-09": "Jazan",
    "sa-10": "Najran",
    "sa-11": "Al Bahah",
    "sa-12": "Al Jawf",
    "sa-14": "Asir",
  },
  ae: { "ae-az": "Abu Dhabi", "ae-du": "Dubai", "ae-sh": "Sharjah" },
};

export const LANGUAGES: Record<string, string> = { ar: "Arabic", en: "English", fr: "French", ur: "Urdu" };
export const GENDERS: Record<string, string> = { MALE: "Male", FEMALE: "Female", OTHER: "Other" };
export const OS_TYPES: Record<string, string> = { iOS: "iOS", ANDROID: "Android", WEB: "Web" };
export const CONNECTIONS: Record<string, string> = { WIFI: "Wi-Fi", CELL: "Cellular" };
export const CARRIERS: Record<string, string> = { "420-01": "stc", "420-03": "Mobily", "420-04": "Zain" };
export const AGE_GROUPS: Record<string, string> = {
  "13-17": "13-17",
  "18-20": "18-20",
  "21-24": "21-24",
  "25-34": "25-34",
  "35-44": "35-44",
  "45-54": "45-54",
  "55+": "55+",
};
export const INTERESTS: Record<string, string> = {
  SLC_1: "Shoppers",
  SLC_2: "Beauty and make-up",
  SLC_3: "Perfume lovers",
  SLC_4: "Fashion and style",
  SLC_5: "Coffee drinkers",
  SLC_6: "Food and cooking",
  SLC_7: "Gamers",
  SLC_8: "Football fans",
  SLC_9: "Travellers",
  SLC_10: "Parents and family",
  SLC_11: "Fitness",
  SLC_12: "Cars",
  SLC_13: "Technology",
  SLC_14: "Home decoration",
};

type Dimension = { key: string; entries: Record<string, string> };

/**
 * The dimension behind a lookup path, or null when Snapchat has none there.
 * `geo/{cc}/region` depends on a country; the others are fixed lists.
 */
export function targetingDimension(path: string): Dimension | null {
  const fixed: Record<string, Dimension> = {
    "demographics/age_group": { key: "age_group", entries: AGE_GROUPS },
    "demographics/gender": { key: "gender", entries: GENDERS },
    "demographics/languages": { key: "languages", entries: LANGUAGES },
    "device/os_type": { key: "os_type", entries: OS_TYPES },
    "device/connection_type": { key: "connection_type", entries: CONNECTIONS },
    "device/carrier": { key: "carrier", entries: CARRIERS },
    "geo/country": { key: "country", entries: COUNTRIES },
    "interests/scls": { key: "scls", entries: INTERESTS },
  };
  const region = /^geo\/([a-z]{2})\/region$/.exec(path)?.[1];
  if (region && region in COUNTRIES) return { key: "region", entries: REGIONS[region] ?? {} };
  return fixed[path] ?? null;
}
