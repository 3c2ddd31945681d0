import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { consumeRateLimit } from "#base/server/rate-limit.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { cleanText } from "#base/shared/text.ts";
import { abuseReasons } from "../contract/link-enums.ts";
import { insertReport } from "./abuse-reports.store.ts";
import { makeAddressHash } from "./click-facts.ts";
import {
  renderReportPage,
  reportLimitedPage,
  reportPath,
  reportSentPage,
  visitorPagePolicy,
} from "./visitor-pages.ts";

export type ReportAbuseDeps = {
  db: Db;
  worldClock: Clock;
  systemClock: Clock;
  /** The key for hashing addresses, which are not stored. */
  addressKey: Buffer;
};

const formType = "application/x-www-form-urlencoded";
const maxFormBytes = 16_384;
const hourSeconds = 3_600;

/**
 * `GET` and `POST /report-link`: anybody reports a link, without an account and without a script. Five reports an hour
 * of one address, twenty a day of one link, five hundred an hour in all.
 */
export function mountReportAbuse(app: FastifyInstance, deps: ReportAbuseDeps): void {
  const report = reportAbuse(deps);
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      formType,
      { parseAs: "string", bodyLimit: maxFormBytes },
      (_request: unknown, body: string | Buffer, done: (error: null, form: URLSearchParams) => void) =>
        done(null, new URLSearchParams(String(body))),
    );
    scope.get<{ Querystring: { link?: string } }>(reportPath, async ({ query }, reply) =>
      sendPage(reply, 200, renderReportPage({ linkId: toLinkId(String(query.link ?? "")), isWrong: false })),
    );
    scope.post(reportPath, async ({ body, ip }, reply) => {
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      const outcome = await report(form, ip);
      if (outcome === "limited") return sendPage(reply, 429, reportLimitedPage);
      if (outcome === "wrong")
        return sendPage(
          reply,
          422,
          renderReportPage({ linkId: toLinkId(form.get("link") ?? ""), isWrong: true }),
        );
      return sendPage(reply, 200, reportSentPage);
    });
  });
}

function reportAbuse({ db, worldClock, systemClock, addressKey }: ReportAbuseDeps) {
  const hashAddress = makeAddressHash(addressKey);

  async function isAllowed(key: string, limit: number, windowSeconds: number): Promise<boolean> {
    const use = { key: `tracking.report:${key}`, limit, windowSeconds, now: systemClock.now() };
    return (await consumeRateLimit(db, use)).isAllowed;
  }

  return async (form: URLSearchParams, ip: string): Promise<"sent" | "limited" | "wrong"> => {
    const now = worldClock.now();
    const linkId = toLinkId(form.get("link") ?? "");
    const reason = abuseReasons.find((name) => name === form.get("reason"));
    const mayReport =
      (await isAllowed(hashAddress(ip, toRiyadhDay(now)), 5, hourSeconds)) &&
      (await isAllowed("all", 500, hourSeconds));
    if (!mayReport) return "limited";
    if (linkId === "" || reason === undefined) return "wrong";
    if (!(await isAllowed(linkId, 20, 24 * hourSeconds))) return "limited";
    const read = (name: string, max: number) =>
      cleanText((form.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().slice(0, max));
    const details = { details: read("details", 1_000), contact: read("contact", 120) };
    return (await insertReport(db, { id: newId("rep"), linkId, reason, ...details, now })) ? "sent" : "wrong";
  };
}

/** The eight digits of a link that is typed as its id or as its whole address; empty when there are none. */
const toLinkId = (typed: string): string =>
  /(?:^|\/t\/)(\d{8})(?:[/?#].*)?$/.exec(toLatinDigits(typed.slice(0, 300)).trim())?.[1] ?? "";

function sendPage(reply: FastifyReply, status: number, page: string) {
  return reply
    .status(status)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", visitorPagePolicy)
    .send(page);
}
