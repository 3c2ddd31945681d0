import type { IncomingHttpHeaders } from "node:http";
import { classifyVisitor, type Verdict } from "../domain/visitor.ts";
import { headerText, toPurpose } from "./click-facts.ts";
import { findNetwork } from "./data-centres/find-network.ts";

type PageRequest = { method: string; headers: IncomingHttpHeaders; ip: string };

/** Whether a person or a program opened a page of ours, by the rules for clicks that need nothing but the request. */
export function classifyRequest({ method, headers, ip }: PageRequest): Verdict["visitor"] {
  const { visitor } = classifyVisitor({
    method,
    userAgent: headerText(headers["user-agent"], 400),
    acceptLanguage: headerText(headers["accept-language"], 60),
    purpose: toPurpose(headers),
    nthInMinute: 1,
    network: findNetwork(ip),
    linksAtOnce: 1,
    unopenedVisits: 0,
  });
  return visitor;
}
