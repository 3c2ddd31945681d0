import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { domainStatuses } from "./link-enums.ts";

export const domainRow = z.object({
  id: z.string(),
  host: z.string(),
  status: z.enum(domainStatuses),
  /** What the CNAME record of the host must name: made for this merchant, so it also proves that the host is theirs. */
  cname_target: z.string(),
  created_at: instant,
  verified_at: instant.nullable(),
  checked_at: instant.nullable(),
  /** Links whose address carries it. */
  links: z.number().int(),
});
export type DomainRow = z.output<typeof domainRow>;

const managing = { subject: "tracking_link", action: "manage" } as const;
const byId = z.object({ id: z.string().min(5).max(60) });

export const domainsCalls = defineCalls({
  "GET Clients/Tracking/domains": {
    summary: "The merchant's own hosts for links; at most five",
    access: { subject: "tracking_link", action: "read" },
    answer: z.object({ items: z.array(domainRow) }),
  },
  "POST Clients/Tracking/domains": {
    summary: "Adds a host, such as go.shop.sa; it serves links once its CNAME record is found",
    access: managing,
    body: z.object({ host: requiredText(253) }),
    answer: domainRow,
    refusals: ["tracking.host_not_valid", "tracking.too_many_domains"],
  },
  "POST Clients/Tracking/domains/{id}/verify": {
    summary: "Looks the CNAME record up now",
    access: managing,
    params: byId,
    answer: domainRow,
    refusals: [
      "tracking.domain_not_found",
      "tracking.cname_not_found",
      "tracking.cname_elsewhere",
      "tracking.dns_no_answer",
      "tracking.host_taken",
    ],
  },
  "DELETE Clients/Tracking/domains/{id}": {
    summary: "Removes a host; its links are reached by our own address again",
    access: managing,
    params: byId,
    answer: z.null(),
    refusals: ["tracking.domain_not_found"],
  },
});

export type DomainsCalls = typeof domainsCalls;
