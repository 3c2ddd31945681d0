import type { FastifyInstance } from "fastify";
import { normalizeAddress } from "../client-address.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Meters } from "../meters.ts";
import { makeMinuteLimit } from "../minute-limit.ts";
import { parseReports } from "./parse-csp-reports.ts";

/** Where browsers send what the policy of a page stopped. */
export const cspReportsPath = "/csp-reports";

const maxReportBytes = 16_384;
/** A broken extension of one browser, or a script, must not fill the log. */
const perMinute = { address: 30, process: 300 };

type Options = { log: Log; meters: Meters; publicUrl: string; clock?: Clock };

/**
 * Asks the browser, on every page with a policy, to report what the policy stopped, and takes the reports: in the
 * format of `report-uri` (application/csp-report) and of the Reporting API (application/reports+json). Each violation
 * is counted by its directive and written as one line of the log; 204 answers all that were read, 429 what is over the
 * limit.
 */
export function mountCspReports(app: FastifyInstance, { log, meters, publicUrl, clock }: Options): void {
  const address = `${publicUrl}${cspReportsPath}`;
  const limit = makeMinuteLimit(clock ?? systemClock);

  app.addHook("onSend", (_request, reply, payload, done) => {
    const policy = reply.getHeader("content-security-policy");
    if (typeof policy === "string" && String(reply.getHeader("content-type")).startsWith("text/html"))
      reply
        .header("content-security-policy", `${policy}; report-uri ${address}; report-to csp`)
        .header("reporting-endpoints", `csp="${address}"`);
    done(null, payload);
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The text is parsed below: what is no JSON is counted, not answered with a fault.
    scope.addContentTypeParser(
      ["application/csp-report", "application/reports+json", "application/json"],
      { parseAs: "string", bodyLimit: maxReportBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post(cspReportsPath, async (request, reply) => {
      const isOver =
        limit.take(`at ${normalizeAddress(request.ip)}`, perMinute.address) > 0 ||
        limit.take("all", perMinute.process) > 0;
      const violations = isOver ? null : parseReports(request.body, publicUrl);
      if (!violations) meters.cspReportsDropped.inc({ why: isOver ? "limit" : "malformed" });
      for (const { directive, blocked, page, source, line } of violations ?? []) {
        meters.cspViolations.inc({ directive });
        log.warn({ directive, blocked, page, source, line }, "csp violation");
      }
      return reply.code(isOver ? 429 : violations ? 204 : 400).send();
    });
  });
}
