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
  audience: ["age", "gender", "place", "device"],
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
  /** What ads cost is not reported by city: spend, and what is divided by it, is not known. */
  "spend_not_by_city",
  /** What ads cost is that of the campaigns which lead to the chosen store. */
  "spend_of_store_campaigns",
  /** Only what the chosen campaigns cost and brought: sales of the store that no ad brought are left out. */
  "only_from_campaigns",
  /** The rows of this tab are not narrowed by the city. */
  "not_by_city",
  /** What plans and services cost belongs to no campaign. */
  "fees_not_by_campaign",
  /** Sales of products are counted without shipping, and before coupons on the whole order. */
  "product_sales_before_coupons",
  /** Some of the platforms do not report this. */
  "platforms_do_not_report",
  /** Some of the platforms did not answer. */
  "platforms_silent",
  /** Read from the platforms, of the campaigns with the highest spend. */
  "read_from_platforms",
  /** The calendar of Umm al-Qura is known from 1446 on. */
  "no_hijri_comparison",
  /** What the ad spend has of VAT is on the ad platforms' own invoices. */
  "vat_on_platforms_invoices",
] as const;
export type TableNote = (typeof tableNotes)[number];
