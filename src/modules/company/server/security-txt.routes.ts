import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { findDetails } from "./company.store.ts";

export const securityTxtPath = "/.well-known/security.txt";

/** RFC 9116 recommends less than a year: who reads it later looks again. */
const validDays = 180;
const dayMs = 86_400_000;

/** Addresses to which a weakness is reported, the preferred one first: `mailto:`, `tel:` or `https:`, with commas. */
export const securityContacts = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((contacts) => contacts.every((one) => /^(https:\/\/|mailto:|tel:)[^\s]+$/.test(one)), {
    error: "must be addresses such as mailto:security@example.com, with commas",
  });

type Deps = { db: Db; systemClock: Clock; publicUrl: string; contacts: readonly string[] };

/**
 * `/.well-known/security.txt` (RFC 9116): the setting's contacts, otherwise the company's published e-mail address. 404
 * while there is neither: a file without a contact is not valid.
 */
export function mountSecurityTxt(app: FastifyInstance, deps: Deps): void {
  app.get(securityTxtPath, async (_request, reply) => {
    const contacts = deps.contacts.length > 0 ? deps.contacts : await listPublished(deps.db);
    if (contacts.length === 0) return baseRefusals.refuse("base.not_found");
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(renderSecurityTxt({ ...deps, contacts, now: deps.systemClock.now() }));
  });
}

async function listPublished(db: Db): Promise<string[]> {
  const email = (await findDetails(db))?.email;
  return email ? [`mailto:${email}`] : [];
}

type Parts = { contacts: readonly string[]; publicUrl: string; now: Date };

function renderSecurityTxt({ contacts, publicUrl, now }: Parts): string {
  const expires = new Date((Math.floor(now.getTime() / dayMs) + validDays) * dayMs);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: ar, en",
    // A canonical address must be https: a product on a developer's machine has none.
    ...(publicUrl.startsWith("https:") ? [`Canonical: ${publicUrl}${securityTxtPath}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
