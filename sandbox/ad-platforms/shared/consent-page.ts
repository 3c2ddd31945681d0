import type { FastifyReply } from "fastify";
import { type ConsentOptions, consentPage, consentRefused } from "../../base/consent.ts";

interface IdentityPageOptions<Identity>
  extends Pick<ConsentOptions, "vendor" | "colour" | "permissions" | "more"> {
  people: Identity[];
  toLabel(person: Identity): string;
  /** A person with their own ad accounts. */
  fresh: { label: string; detail: string };
  hidden?: Record<string, string>;
}

/**
 * The authorization page of an ad platform, with a choice of identity. Its form posts to the requested address, with
 * its query.
 */
export function identityPage<Identity extends { key: string; description: { ar: string; en: string } }>({
  people,
  toLabel,
  fresh,
  hidden = {},
  ...page
}: IdentityPageOptions<Identity>): string {
  const known = people.map((person) => ({
    value: person.key,
    label: toLabel(person),
    detail: `${person.description.ar} (${person.description.en})`,
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

export function sendConsentPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
}

/** Errors of the app's request are shown to the person, never redirected to an unverified address. */
export function sendRefusalPage(
  reply: FastifyReply,
  vendor: { ar: string; en: string },
  reason: string,
): FastifyReply {
  return sendConsentPage(reply, consentRefused(vendor, { ar: "تعذّر عرض صفحة الإذن", en: reason }), 400);
}
