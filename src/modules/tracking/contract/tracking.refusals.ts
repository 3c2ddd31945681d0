import { defineRefusals } from "#base/shared/refusals.ts";

/** The refusals of this module. */
export const trackingRefusals = defineRefusals({
  "tracking.link_not_found": 404,
  /** The address is not under any of the merchant's stores. */
  "tracking.destination_not_registered": 422,
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
