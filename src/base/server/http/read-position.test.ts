import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { Db } from "../db/db.ts";
import type { WalPosition } from "../db/read-replica.ts";
import { mountCalls } from "./mount.ts";
import { handOutPositions } from "./read-position.ts";

/** Which database a call gets; the replica's own part is tested beside it, on a real one. */

const answer = z.object({ from: z.string() });
const calls = defineCalls({
  "GET Clients/Notes/index": { summary: "Notes", access: "signed-in", readsReplica: true, answer },
  "GET Clients/Notes/newest": { summary: "The newest note", access: "signed-in", answer },
  "POST Clients/Notes/add": { summary: "Adds a note", access: "signed-in", answer },
});

let db: TestDb;
let server: TestServer;
let replica: Db;
let chosenAfter: (WalPosition | undefined)[] = [];
let position: WalPosition | Error = 700;

beforeAll(async () => {
  db = await testDb();
  replica = { ...db };
  server = await testServer(db, (app, context) => {
    const loadPosition = async () => {
      if (position instanceof Error) throw position;
      return position;
    };
    handOutPositions(app, { replica: { loadPosition }, maxLagMs: 10_000, isSecure: true });
    const name = (from: Db) => ({ from: from === replica ? "replica" : "primary" });
    const chooseAfter = async (after: WalPosition | undefined) => {
      chosenAfter.push(after);
      return replica;
    };
    const http = { ...context, replica: { chooseAfter } };
    mountCalls(app, http, calls, {
      "GET Clients/Notes/index": async ({ db: given, ctx }) => ({
        from: `${name(given).from} ${name(ctx.db).from}`,
      }),
      "GET Clients/Notes/newest": async ({ db: given }) => name(given),
      "POST Clients/Notes/add": async ({ db: given }) => name(given),
    });
  });
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const call = async (name: string, cookie?: string) => {
  chosenAfter = [];
  const { data, headers } = await server.call(name, {
    as: "mer_1",
    ...(cookie ? { headers: { cookie } } : {}),
  });
  return { from: (data as { from: string }).from, cookie: headers["set-cookie"], chosenAfter };
};

describe("a call that may read from the replica", () => {
  it("reads from it, up to the position that its sender's last write brought", async () => {
    expect(await call("GET Clients/Notes/index")).toMatchObject({
      from: "replica replica",
      chosenAfter: [undefined],
    });
    const added = await call("POST Clients/Notes/add");
    expect(added).toMatchObject({ from: "primary", chosenAfter: [] });
    expect(added.cookie).toBe("rawaj_read_after=700; Path=/; Max-Age=11; HttpOnly; SameSite=Lax; Secure");
    const [pair] = String(added.cookie).split(";");
    expect(await call("GET Clients/Notes/index", `other=1; ${pair}`)).toMatchObject({
      from: "replica replica",
      chosenAfter: [700],
    });
  });

  it.each(["rawaj_read_after=", "rawaj_read_after=-1", "rawaj_read_after=1e400", "rawaj_read_after=0/7"])(
    "takes a cookie that nobody gave it for none: %s",
    async (cookie) => {
      expect((await call("GET Clients/Notes/index", cookie)).chosenAfter).toEqual([undefined]);
    },
  );
});

describe("every other call", () => {
  it("reads from the primary, and one that only reads brings no position", async () => {
    expect(await call("GET Clients/Notes/newest")).toMatchObject({ from: "primary", chosenAfter: [] });
    expect((await call("GET Clients/Notes/newest")).cookie).toBeUndefined();
  });

  it("is answered when the position cannot be read", async () => {
    position = new Error("connection refused");
    expect(await call("POST Clients/Notes/add")).toMatchObject({ from: "primary", cookie: undefined });
    position = 700;
  });
});
