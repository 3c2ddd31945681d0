import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { isSigned } from "#base/server/http/session.ts";
import { type Ability, allows } from "#base/shared/abilities.ts";
import { parseAudience } from "#base/shared/audience.ts";
import type { Call, Calls } from "#base/shared/contract.ts";
import { memberRoles, roleAbilities } from "#modules/merchants/contract/roles.ts";
import { composeTestApp } from "../testing/compose-test-app.ts";
import { createToken } from "../testing/merchant-fixture.ts";

/** Every call of merchants, by every role: 403 where the table of roles says so, and nowhere else. */

let testApp: Awaited<ReturnType<typeof composeTestApp>>;
let app: FastifyInstance;
const served: Calls = {};

beforeAll(async () => {
  testApp = await composeTestApp();
  const { composed, db, log, messages, meters, worldClock } = testApp;
  const now = new Date();
  for (const [index, id] of ["owner", ...memberRoles].entries())
    await db.run(sql`
      insert into merchants.merchants (id, mobile, name, created_at, updated_at)
      values (${`mer_${id}`}, ${`+96650123456${index}`}, ${id}, ${now}, ${now})`);
  for (const role of memberRoles)
    await db.run(sql`
      insert into merchants.memberships
        (id, merchant_id, mobile, person_id, role, state, invited_by, invited_at, expires_at, joined_at)
      values (${`mbr_${role}`}, 'mer_owner', '+966501234599', ${`mer_${role}`}, ${role}, 'active', 'mer_owner', ${now}, ${now}, ${now})`);
  app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  const { authenticate, authenticateStaff, links } = composed;
  const http: HttpContext = { db, worldClock, links, authenticate, authenticateStaff, mounted: served };
  composed.mountCalls(app, http);
});
afterAll(async () => {
  await app.close();
  await testApp.close();
});

/** What a call asks of a session; null where any session, or none, will do. */
function getRequired({ access }: Call): Ability | null {
  const needed = isSigned(access) ? access.signedOr : access;
  return typeof needed === "string" ? null : needed;
}
const guarded = () =>
  Object.entries(served).flatMap(([name, call]) => {
    const required = getRequired(call);
    return parseAudience(name) === "Clients" && required ? [{ name, required }] : [];
  });

/** The answer's code to a call without input: whoever may not call is refused before the input is read. */
async function getCode(name: string, token: string): Promise<string | null> {
  const [method = "GET", path = ""] = name.split(" ");
  const answer = await app.inject({
    method: method as "GET",
    url: `/${path.replace(/\{\w+\}/g, "none")}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return /json/.test(String(answer.headers["content-type"])) ? (answer.json().code ?? null) : null;
}

/** A session of the person that acts for the owner's merchant. */
async function createTokenFor(person: string): Promise<string> {
  const token = await createToken(testApp.db, `mer_${person}`);
  if (person !== "owner")
    await testApp.db.run(
      sql`update merchants.sessions set acts_for = 'mer_owner' where merchant_id = ${`mer_${person}`}`,
    );
  return token;
}

describe("a call of merchants", () => {
  it.each(memberRoles)(
    "is closed to a %s exactly where the role does not hold its ability",
    async (role) => {
      const token = await createTokenFor(role);
      for (const { name, required } of guarded()) {
        const isAllowed = roleAbilities[role].some((held) => allows(held, required));
        const code = await getCode(name, token);
        expect(code === "base.not_allowed", `${name} by a ${role}: ${code}`).toBe(!isAllowed);
      }
    },
    60_000,
  );

  it("is open to the owner", async () => {
    const token = await createTokenFor("owner");
    for (const { name } of guarded()) expect(await getCode(name, token), name).not.toBe("base.not_allowed");
  }, 60_000);

  it("needs an ability, except those about the person and those that ask for one themselves", () => {
    const open = Object.entries(served)
      .filter(([name, call]) => parseAudience(name) === "Clients" && getRequired(call) === null)
      .filter(([, { access }]) => access !== "public")
      .map(([name]) => name.replace(/^\w+ (Clients\/)?/, "").split("/")[0]);
    // Account, and the proof of an e-mail in Messages: the person's own. Search and Operations require the ability of what they find. Media: a file's content.
    expect([...new Set(open)].sort()).toEqual([
      "Account",
      "Help",
      "Media",
      "Messages",
      "Operations",
      "Search",
    ]);
  });
});

it("a role's abilities are declared, and used by a call, an operation or a search", () => {
  const declared = new Set(guarded().map(({ required }) => `${required.subject}.${required.action}`));
  for (const role of memberRoles)
    for (const { subject, action } of roleAbilities[role])
      expect(declared, `${role}: ${subject}.${action}`).toContain(`${subject}.${action}`);
});

it("nobody but the owner takes money out, decides who is a member, or where messages go", () => {
  for (const role of memberRoles)
    for (const required of [
      { subject: "wallet", action: "withdraw" },
      { subject: "member", action: "manage" },
      { subject: "merchant", action: "manage" },
    ])
      expect(roleAbilities[role].some((held) => allows(held, required))).toBe(false);
});
