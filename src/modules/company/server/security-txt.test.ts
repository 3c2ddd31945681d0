import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { mountSecurityTxt, securityContacts } from "./security-txt.routes.ts";

const path = "/.well-known/security.txt";
let db: TestDb;
let servers: Record<"plain" | "withContacts", TestServer>;

beforeAll(async () => {
  db = await testDb();
  const open = (publicUrl: string, contacts: readonly string[]) =>
    testServer(db, (app) =>
      mountSecurityTxt(app, { db, systemClock: frozenClock("2026-11-29T22:50:00Z"), publicUrl, contacts }),
    );
  servers = {
    plain: await open("http://localhost:3000", []),
    withContacts: await open(
      "https://rawaj.example",
      securityContacts.parse("https://rawaj.example/report , mailto:security@rawaj.example"),
    ),
  };
});
afterAll(() => Promise.all([servers.plain.app.close(), servers.withContacts.app.close(), db.close()]));
beforeEach(() => db.reset());

const publishEmail = (email: string) =>
  db.run(sql`
    insert into company.details_versions (version, name_ar, name_en, email, phone, whatsapp, vat_number,
      registration_number, street, building_number, district, city, postal_code, edited_by, edited_at)
    values (1, 'رواج', 'Rawaj', ${email}, '', '', '', '', '', '', '', '', '', 'stf_1', now())`);

describe("security.txt", () => {
  it("is not there while nobody can be written to", async () => {
    expect((await servers.plain.app.inject(path)).statusCode).toBe(404);
    await publishEmail("");
    expect((await servers.plain.app.inject(path)).statusCode).toBe(404);
  });

  it("names the company's published address, and no canonical address without https", async () => {
    await publishEmail("care@rawaj.example");
    const { statusCode, headers, body } = await servers.plain.app.inject(path);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toBe(
      "Contact: mailto:care@rawaj.example\nExpires: 2027-05-28T00:00:00Z\nPreferred-Languages: ar, en\n",
    );
  });

  it("prefers the contacts of the settings, in their order", async () => {
    await publishEmail("care@rawaj.example");
    const { body } = await servers.withContacts.app.inject(path);
    expect(body.split("\n").slice(0, 2)).toEqual([
      "Contact: https://rawaj.example/report",
      "Contact: mailto:security@rawaj.example",
    ]);
    expect(body).toContain(`Canonical: https://rawaj.example${path}\n`);
    expect(body).not.toContain("care@");
  });
});

describe("the setting of its contacts", () => {
  it.each(["security@rawaj.example", "http://rawaj.example", "mailto:a@b\nX: y"])("refuses %j", (text) => {
    expect(securityContacts.safeParse(text).success).toBe(false);
  });
});
