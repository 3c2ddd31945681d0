import { join } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type Clock, frozenClock, systemClock } from "../server/clock.ts";
import type { Db } from "../server/db/db.ts";
import type { HttpContext } from "../server/http/mount.ts";
import { makeHttpServer } from "../server/http/server.ts";
import { makeSignedLinks } from "../server/http/signed-links.ts";
import { makeLog } from "../server/log.ts";
import { loadMessages } from "../server/messages.ts";
import { type Meters, makeMeters } from "../server/meters.ts";
import type { HeldAbility } from "../shared/abilities.ts";
import type { Envelope } from "../shared/envelope.ts";

export type TestServer = {
  app: FastifyInstance;
  meters: Meters;
  /**
   * Calls as the merchant or the staff member (or anonymously), e.g. `call("POST Clients/Wallet/deposit", { as: "mer_1",
   * body })`.
   */
  call(
    name: string,
    options?: CallOptions,
  ): Promise<{ status: number; envelope: Envelope<unknown>; data: never; headers: Record<string, unknown> }>;
};
export type CallOptions = {
  as?: string;
  /** Who acts for that merchant, where it is not its owner, and what they may do (everything without it). */
  person?: string;
  abilities?: readonly HeldAbility[];
  body?: object;
  query?: Record<string, string>;
  key?: string;
  language?: "ar" | "en";
  headers?: Record<string, string>;
  /** The caller's address; 127.0.0.1 by default. */
  ip?: string;
};

const everything = [{ subject: "all", action: "manage" }];

/**
 * The routes of one module on a real HTTP server; the bearer token `test-session-of-<merchant id>` authenticates its
 * merchant, `test-session-of-<staff id>` a staff member.
 */
export async function testServer(
  db: Db,
  mount: (app: FastifyInstance, context: HttpContext) => void | Promise<void>,
  worldClock: Clock = frozenClock("2026-11-21T09:00:00Z"),
): Promise<TestServer> {
  const messages = await loadMessages(join(import.meta.dirname, "../.."));
  let members: { person?: string | undefined; abilities?: readonly HeldAbility[] | undefined }[] = [];
  const meters = makeMeters();
  const app = await makeHttpServer({
    log: makeLog("silent"),
    messages,
    meters,
    worldClock,
    trustedProxies: [],
  });
  await mount(app, {
    db,
    worldClock,
    links: makeSignedLinks("a secret of the tests", systemClock),
    mounted: {},
    authenticate: async (token) => {
      const [, index, merchantId] = /^test-session(?:-(\d+))?-of-(?!stf_)(.+)$/.exec(token) ?? [];
      const { person, abilities = everything } = members[Number(index)] ?? {};
      return merchantId
        ? { merchantId, personId: person ?? merchantId, sessionId: "ses_test", abilities }
        : null;
    },
    authenticateStaff: async (token) => {
      const staffId = /^test-session-of-(stf_.+)$/.exec(token)?.[1];
      return staffId ? { staffId, sessionId: "sts_test", abilities: everything } : null;
    },
  });
  return {
    app,
    meters,
    async call(name, { as, person, abilities, body, query, key, language = "en", headers = {}, ip } = {}) {
      const [method = "GET", path = ""] = name.split(" ");
      const isMember = person !== undefined || abilities !== undefined;
      if (isMember) members = [...members, { person, abilities }];
      const session = isMember ? `test-session-${members.length - 1}` : "test-session";
      const request: InjectOptions = {
        method: method as "GET",
        url: `/${path}`,
        headers: {
          "x-app-language": language,
          ...(as ? { authorization: `Bearer ${session}-of-${as}` } : {}),
          ...(key ? { "idempotency-key": key } : {}),
          ...headers,
        },
        ...(ip ? { remoteAddress: ip } : {}),
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
      };
      const answer = await app.inject(request);
      const envelope = answer.json<Envelope<unknown>>();
      return { status: answer.statusCode, envelope, data: envelope.data as never, headers: answer.headers };
    },
  };
}
