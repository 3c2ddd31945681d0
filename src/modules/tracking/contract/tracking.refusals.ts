import { defineRefusals } from "#base/shared/refusals.ts";

/** The refusals of this module. */
export const trackingRefusals = defineRefusals({
  "tracking.link_not_found": 404,
  /** The address is not under any of the merchant's stores. */
  "tracking.destination_not_registered": 422,
  /** A campaign is known by the links of its ads: this one has none, or is another merchant's. */
  "tracking.campaign_without_links": 404,
  "tracking.coupon_not_found": 404,
  /** None of the merchant's connected stores. */
  "tracking.coupon_store_not_found": 404,
  /** The store is on no platform, or we have no access to it now: its code is typed in. */
  "tracking.coupon_platform_has_no_api": 409,
  /** The last day must be tomorrow at the earliest, and within a year. */
  "tracking.coupon_ends_not_valid": 422,
  /** Another campaign owns the code. */
  "tracking.coupon_taken": 409,
  /** This campaign owns it already. */
  "tracking.coupon_already_own": 409,
  /** `most`: how many a campaign may own at one time. */
  "tracking.most_coupons": 409,
  /** What an ad's link is for follows its ad. */
  "tracking.link_of_ad": 409,
  /** Our staff blocked the link after a report. */
  "tracking.link_blocked": 409,
  "tracking.too_many_links": 409,
  "tracking.expiry_in_past": 422,
  "tracking.logo_not_valid": 422,
  "tracking.name_required": 422,
  "tracking.id_not_valid": 422,
  "tracking.domain_not_found": 404,
  "tracking.domain_not_verified": 422,
  "tracking.too_many_domains": 409,
  "tracking.host_not_valid": 422,
  /** Another merchant has proven the host. */
  "tracking.host_taken": 409,
  "tracking.cname_not_found": 422,
  "tracking.cname_elsewhere": 422,
  "tracking.dns_no_answer": 503,
  "tracking.report_not_found": 404,
});
