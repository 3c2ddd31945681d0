/** Constants of the reports, apart from the schemas, so that the pages load no validation library for them. */

/** The tabs of `/reports`, in their order; `tab` in the address. */
export const reportTabs = [
  "overview",
  "campaigns",
  "ads",
  "products",
  "cities",
  "hours",
  "audience",
  "orders",
  "truth",
  "money",
] as const;
export type ReportTab = (typeof reportTabs)[number];

/** What a report's figures are compared with: nothing, as many days before, or the same days of the year before. */
export const comparisons = ["none", "previous", "last_year", "last_hijri_year"] as const;
export type Comparison = (typeof comparisons)[number];

/** The longest period of a report, in days, and the one without another. */
export const reportDaysMax = 731;
export const reportDaysDefault = 30;

/** What the rows of a tab's table are; the first is the one without another. Tabs without any have no table here. */
export const tableBreakdowns = {
  overview: ["day", "month"],
  campaigns: ["platform", "campaign"],
  ads: ["ad", "ad_group"],
  products: ["product"],
  cities: ["city", "region"],
  hours: ["weekday_hour", "hour", "weekday"],
  audience: ["age", "gender", "device"],
  money: ["day", "month", "campaign"],
} as const satisfies Partial<Record<ReportTab, readonly string[]>>;
export type TableTab = keyof typeof tableBreakdowns;
export type TableBreakdown = (typeof tableBreakdowns)[TableTab][number];

export const tableTabs = Object.keys(tableBreakdowns) as TableTab[];
export const allBreakdowns = [...new Set(Object.values(tableBreakdowns).flat())] as TableBreakdown[];

/** Why a table is empty: nothing connected, nothing started, nothing read so far, or nothing in the period. */
export const tableEmptiness = ["not_connected", "no_campaigns", "not_read_yet", "none"] as const;
export type TableEmptiness = (typeof tableEmptiness)[number];

/** What a reader of a table has to know of its figures. */
export const tableNotes = [
  /** What ads cost is not reported by city: spend and what is divided by it have no value. */
  "spend_not_by_city",
  /** What ads cost is counted of the campaigns that lead to the store. */
  "spend_by_campaigns_store",
  /** Orders of shops and people's own visits are left out: only what the chosen campaigns brought is counted. */
  "only_from_campaigns",
  /** A product's sales are counted without shipping, and before coupons on the whole order. */
  "product_sales_before_coupons",
  /** Orders whose store does not say the city, or says one that is no place of the Kingdom's table. */
  "city_not_stated",
  /** Some of the platforms do not report this. */
  "platforms_do_not_report",
  /** Read from the platforms at this moment, of the campaigns with the highest spend. */
  "read_from_platforms",
  /** The calendar of Umm al-Qura is known from 1446 on. */
  "no_hijri_comparison",
] as const;
export type TableNote = (typeof tableNotes)[number];
