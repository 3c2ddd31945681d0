import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { abuseReasons } from "./link-enums.ts";
import { typedTrackingId } from "./tracking-id.ts";

const abuseReport = z.object({
  id: z.string(),
  link: z.object({
    id: z.string(),
    url: z.string(),
    destination_url: z.string(),
    name: z.string(),
    created_at: instant,
    blocked_at: instant.nullable(),
    /** Reports of this link that nobody has handled. */
    open_reports: z.number().int(),
  }),
  merchant_id: z.string(),
  reason: z.enum(abuseReasons),
  details: z.string(),
  contact: z.string(),
  reported_at: instant,
});
export type AbuseReport = z.output<typeof abuseReport>;

const managing = { subject: "abuse_report", action: "manage" } as const;

export const abuseCalls = defineCalls({
  "GET Staff/Tracking/reports": {
    summary: "Reports of abuse that nobody has handled, the oldest first",
    access: { subject: "abuse_report", action: "read" },
    query: z.object({
      after: z.string().max(200).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(abuseReport), next: z.string().nullable() }),
  },
  "POST Staff/Tracking/links/{id}/block": {
    summary:
      "Stops a link within 60 seconds, with a reason that its merchant reads; handles its open reports",
    access: managing,
    params: z.object({ id: typedTrackingId }),
    body: z.object({ reason: requiredText(300) }),
    answer: z.null(),
    refusals: ["tracking.link_not_found"],
  },
  "POST Staff/Tracking/links/{id}/unblock": {
    summary: "Takes the block back",
    access: managing,
    params: z.object({ id: typedTrackingId }),
    answer: z.null(),
    refusals: ["tracking.link_not_found"],
  },
  "POST Staff/Tracking/reports/{report_id}/dismiss": {
    summary: "Closes a report without blocking the link",
    access: managing,
    params: z.object({ report_id: z.string().min(5).max(60) }),
    answer: z.null(),
    refusals: ["tracking.report_not_found"],
  },
});

export type AbuseCalls = typeof abuseCalls;
