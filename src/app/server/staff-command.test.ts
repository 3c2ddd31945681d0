import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { findInvitation } from "#modules/staff/server/invitations.store.ts";
import { readCommandSettings } from "./settings.ts";
import { parseStaffCommand, runStaffCommand } from "./staff-command.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const run = async (...args: string[]) =>
  runStaffCommand(parseStaffCommand(args), db, "https://rawaj.example");
const add = (email = "noura@rawaj.example", role = "admin") =>
  run("add", "--email", email, "--name", "نورة العتيبي", "--role", role);
const readLink = (output: string) =>
  /https:\/\/rawaj\.example\/staff\/enroll#([\w-]{43})$/.exec(output)?.[1] ?? "";
const findInvited = (output: string) => findInvitation(db, readLink(output), new Date());

describe("the staff command", () => {
  it("adds a person and prints the link with which they enrol", async () => {
    const output = await add(" Noura@Rawaj.Example ");
    expect(output).toContain("نورة العتيبي (noura@rawaj.example) was added as admin.");
    expect(await findInvited(output)).toMatchObject({ email: "noura@rawaj.example", name: "نورة العتيبي" });
  });

  it("resets a second factor with a new link, and the earlier one is void", async () => {
    const first = await add();
    const second = await run("reset-second-factor", "--email", "noura@rawaj.example");
    expect(await findInvited(first)).toBeUndefined();
    expect(await findInvited(second)).toMatchObject({ email: "noura@rawaj.example" });
  });

  it("disables a person, who cannot be added again or restored", async () => {
    const link = await add();
    expect(await run("disable", "--email", "noura@rawaj.example")).toContain("is disabled");
    expect(await findInvited(link)).toBeUndefined();
    await expect(add()).rejects.toThrow("already a member");
    await expect(run("reset-second-factor", "--email", "noura@rawaj.example")).rejects.toThrow("disabled");
  });

  it.each([
    [["add", "--email", "noura@rawaj.example", "--name", "نورة", "--role", "king"], /--role must be one of/],
    [["add", "--email", "noura@rawaj.example", "--name", " ", "--role", "admin"], /--name is required/],
    [["add", "--email", "noura", "--name", "نورة", "--role", "admin"], /--email must be/],
    [["disable", "--email", "nobody@rawaj.example"], /not a member/],
    [["promote", "--email", "noura@rawaj.example"], /npm run staff -- add/],
    [["add", "noura", "--email", "noura@rawaj.example"], /not understood: noura/],
    [["add", "--password", "x"], /npm run staff -- add/],
    [[], /--email must be/],
  ])("refuses %j and says why", async (args, why) => {
    await expect(run(...args)).rejects.toThrow(why);
    expect(await db.many(sql`select id from staff.members`)).toEqual([]);
  });

  it("needs no vendor's settings, and names a wrong one of its own", () => {
    expect(readCommandSettings({ PORT: "3005" })).toMatchObject({
      PUBLIC_URL: "http://localhost:3005",
      DATA_DIR: "data",
    });
    expect(() => readCommandSettings({ DATABASE_URL: "mysql://x" })).toThrow(/DATABASE_URL/);
  });
});
