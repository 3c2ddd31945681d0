import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { makeStaffFacade } from "#modules/staff/server/staff.facade.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import { makeCompanyFacade } from "./company.facade.ts";
import { mountCompany } from "./company.routes.ts";
import { mountPublicPages } from "./public-pages.routes.ts";

const clock = frozenClock("2026-12-01T09:00:00Z");
const facade = makeCompanyFacade();
let db: TestDb;
let server: TestServer;

beforeAll(async () => {
  db = await testDb();
  const messages = await loadMessages(new URL("../../..", import.meta.url).pathname);
  const staff = makeStaffFacade({ ...defaultStaffSettings, systemClock: clock });
  server = await testServer(
    db,
    (app, http) => {
      mountCompany(app, http, { staff });
      mountPublicPages(app, { db, messages });
    },
    clock,
  );
});
afterAll(() => Promise.all([server.app.close(), db.close()]));
beforeEach(() => db.reset());

const call = (name: string, body?: object, as = "stf_noura") =>
  server.call(name.replace(" ", " Staff/Company/"), { as, ...(body ? { body } : {}) });
const read = async (url: string, language = "ar") => {
  const answer = await server.app.inject({ url, headers: { "accept-language": language } });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
};

const details = {
  name_ar: "شركة رواج المحدودة",
  name_en: "Rawaj Ltd",
  email: "care@rawaj.example",
  phone: "+966112345678",
  whatsapp: "+966 50 000 0001",
  vat_number: "٣١٠١٢٢٣٩٣٥٠٠٠٠٣",
  registration_number: "1010123456",
  street: "طريق الملك فهد",
  building_number: "7321",
  district: "العليا",
  city: "الرياض",
  postal_code: "12214",
};

describe("the company's details", () => {
  it("are the seller of invoices once every field of one is filled", async () => {
    expect(await facade.findSeller(db)).toBeNull();
    const partly = await call("PUT details", { ...details, vat_number: "", version: 0 });
    expect(partly.data).toMatchObject({ version: 1, is_on_invoices: false });
    expect(await facade.findSeller(db)).toBeNull();
    const whole = await call("PUT details", { ...details, version: 1 });
    expect(whole.data).toMatchObject({ version: 2, is_on_invoices: true, vat_number: "310122393500003" });
    expect(await facade.findSeller(db)).toMatchObject({ name_ar: details.name_ar, building_number: "7321" });
  });

  it("keep every version, and record who changed what", async () => {
    await call("PUT details", { ...details, version: 0 });
    await call("PUT details", { ...details, city: "جدة", version: 1 });
    // As it stands: nothing is written.
    await call("PUT details", { ...details, city: "جدة", version: 2 });
    const kept = await db.many<{ city: string; edited_by: string }>(
      sql`select city, edited_by from company.details_versions order by version`,
    );
    expect(kept).toEqual([
      { city: "الرياض", edited_by: "stf_noura" },
      { city: "جدة", edited_by: "stf_noura" },
    ]);
    const acts = await db.many<{ details: object }>(
      sql`select details from staff.audit_log where action = 'company.details_changed' order by id`,
    );
    expect(acts[1]?.details).toMatchObject({ before: { city: "الرياض" }, after: { city: "جدة" } });
  });

  it("are not saved over a colleague's newer version", async () => {
    await call("PUT details", { ...details, version: 0 });
    const late = await call("PUT details", { ...details, city: "أبها", version: 0 }, "stf_sarah");
    expect(late.envelope).toMatchObject({ code: "company.edited_meanwhile", current: { version: 1 } });
  });

  it.each([
    ["vat_number", "310122393500004"],
    ["registration_number", "101012345"],
    ["postal_code", "1221"],
    ["email", "care@"],
    ["whatsapp", "0500000001"],
  ])("with a wrong %s are refused at its field", async (field, typed) => {
    const { status, envelope } = await call("PUT details", { ...details, [field]: typed, version: 0 });
    expect(status).toBe(400);
    expect(envelope).toHaveProperty(["fields", field]);
  });

  it("stand on the page of contact, which is honest before there are any", async () => {
    expect((await read("/contact")).body).toContain("لم تُنشر وسائل التواصل بعد");
    await call("PUT details", { ...details, name_ar: 'رواج <script>alert("1")</script>', version: 0 });
    const { status, body, headers } = await read("/contact");
    expect(status).toBe(200);
    expect(body).toContain('href="https://wa.me/966500000001"');
    expect(body).toContain("1010123456");
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
    expect((await read("/contact?lang=en")).body).toContain("Rawaj Ltd");
  });
});

describe("the terms", () => {
  it("say that they are not published yet, and then are read in the reader's language", async () => {
    expect((await read("/terms")).body).toContain("لم تُنشر شروط الاستخدام بعد");
    expect(await facade.listPublished(db)).toEqual([]);
    await call("PUT texts/terms", { text_ar: "## أولًا\nنعم", text_en: "## First\nYes", version: 0 });
    expect((await read("/terms")).body).toContain("<h2>أولًا</h2>");
    expect((await read("/terms", "en-GB,en")).body).toContain("<h2>First</h2>");
    expect(await facade.listPublished(db)).toEqual(["terms"]);
  });

  it("keep what was agreed to readable", async () => {
    await call("PUT texts/terms", { text_ar: "القديمة", text_en: "Old", version: 0 });
    await call("PUT texts/terms", { text_ar: "الجديدة", text_en: "New", version: 1 });
    expect((await read("/terms?version=1")).body).toContain("القديمة");
    expect((await read("/terms")).body).toContain("الجديدة");
    expect((await read("/terms?version=9")).body).toContain("لم تُنشر");
  });

  it("are agreed to in the versions that stand at the sign-up", async () => {
    expect(await facade.findAgreedVersions(db)).toBeNull();
    await call("PUT texts/terms", { text_ar: "القديمة", text_en: "Old", version: 0 });
    await call("PUT texts/terms", { text_ar: "الجديدة", text_en: "New", version: 1 });
    expect(await facade.findAgreedVersions(db)).toBe("terms 2");
    await call("PUT texts/privacy", { text_ar: "خصوصية", text_en: "Privacy", version: 0 });
    expect(await facade.findAgreedVersions(db)).toBe("terms 2 · privacy 1");
  });

  it("hold no markup of whoever wrote them", async () => {
    const text = "<img src=x onerror=alert(1)> [نقرة](javascript:alert(1)) \"'&";
    await call("PUT texts/privacy", { text_ar: text, text_en: text, version: 0 });
    const { body } = await read("/privacy");
    expect(body).not.toContain("<img");
    expect(body).not.toContain('href="javascript');
  });
});
