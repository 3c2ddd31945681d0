import type { FastifyReply } from "fastify";
import { type ConsentOptions, consentPage, consentRefused } from "../../base/consent.ts";

interface PeoplePage<Someone> extends Pick<ConsentOptions, "vendor" | "colour" | "asks" | "more"> {
  people: Someone[];
  labelOf(person: Someone): string;
  /** Somebody with ad accounts of their own. */
  fresh: { label: string; detail: string };
  hidden?: Record<string, string>;
}

/** The consent page of an ad platform, which asks who one is. Its form goes to the address that was asked, with its query. */
export function peoplePage<Someone extends { key: string; shows: { ar: string; en: string } }>({
  people,
  labelOf,
  fresh,
  hidden = {},
  ...page
}: PeoplePage<Someone>): string {
  const known = people.map((person) => ({
    value: person.key,
    label: labelOf(person),
    detail: `${person.shows.ar} (${person.shows.en})`,
  }));
  return consentPage({
    ...page,
    appName: "Rawaj",
    action: "",
    hidden,
    choices: [...known, { value: "fresh", ...fresh }],
    choicesTitle: { ar: "من أنت؟", en: "Who are you?" },
  });
}

export function showPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
}

/** What is wrong with the app's question is shown to the person, never sent back to an unproven address. */
export function showRefusal(
  reply: FastifyReply,
  vendor: { ar: string; en: string },
  reason: string,
): FastifyReply {
  return showPage(reply, consentRefused(vendor, { ar: "تعذّر عرض صفحة الإذن", en: reason }), 400);
}
