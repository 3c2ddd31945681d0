import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readPdf } from "#app/testing/read-pdf.ts";
import { type Context, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { mountCalls } from "#base/server/http/mount.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { invoicesCalls } from "../../contract/invoices.calls.ts";
import { sampleSeller } from "../../testing/sample-seller.ts";
import { makeInvoicesFacade } from "./invoices.facade.ts";
import { invoicesHandlers } from "./invoices.routes.ts";
import { findInvoice } from "./invoices.store.ts";
import type { IssueInvoiceInput } from "./issue-invoice.ts";

let db: TestDb;
let server: TestServer;
const facade = makeInvoicesFacade({ loadSeller: async () => sampleSeller });
const now = new Date("2026-11-21T09:30:00Z");

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, http) => mountCalls(app, http, invoicesCalls, invoicesHandlers()));
});
beforeEach(() => db.reset());
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const toContext = (merchant: string, at = now) => testContext(db, merchant, at);
const inTransaction = <T>(merchant: string, work: (ctx: Context) => Promise<T>, at = now) =>
  transact(toContext(merchant, at), work);

const aLine = {
  title_ar: "اشتراك باقة النمو، شهر",
  title_en: "Growth plan, one month",
  quantity: 1,
  gross_halalas: 19_900,
  vat_basis_points: 1_500,
};
const anInvoice = (id: string, more: Partial<IssueInvoiceInput> = {}): IssueInvoiceInput => ({
  source: { kind: "order", id },
  lines: [aLine],
  paid_by: "card",
  ...more,
});
const issue = (merchant: string, input: IssueInvoiceInput, at = now) =>
  inTransaction(merchant, (ctx) => facade.issueInvoice(ctx, input), at);
const credit = (merchant: string, invoice_id: string, amount_halalas: number, key: string) =>
  inTransaction(merchant, (ctx) =>
    facade.issueCreditNote(ctx, { invoice_id, amount_halalas, key, reason: "إلغاء الاشتراك" }),
  );
const load = async (merchant: string, id: string) => {
  const found = await findInvoice(toContext(merchant), id);
  if (!found) throw new Error("no such invoice");
  return found;
};

const details = {
  name: "شركة متجر الورد",
  vat_number: "٣١١١١١١١١١٠٠٠٠٣",
  registration_number: "1010 654 321",
  street: "شارع العليا",
  building_number: "7400",
  district: "الملز",
  city: "الرياض",
  postal_code: "12831",
  contact_email: "",
  contact_phone: "",
};
const saveDetails = (merchant: string, body: object) =>
  server.call("PUT Clients/Billing/invoice-details", { as: merchant, body, language: "ar" });

describe("invoices are numbered", () => {
  it("by kind and Riyadh year, without a gap where a transaction is rolled back", async () => {
    const first = await issue("mer_1", anInvoice("ord_1"));
    const failing = inTransaction("mer_2", async (ctx) => {
      await facade.issueInvoice(ctx, anInvoice("ord_2"));
      throw new Error("the sale failed after its invoice");
    });
    await expect(failing).rejects.toThrow("the sale failed");
    const second = await issue("mer_2", anInvoice("ord_3"));
    const note = await credit("mer_1", first.invoice_id, 1_000, "rfd_1");
    const nextYear = await issue("mer_1", anInvoice("ord_4"), new Date("2026-12-31T21:30:00Z"));
    expect([first, second, note, nextYear].map(({ number }) => number)).toEqual([
      "INV-2026-000001",
      "INV-2026-000002",
      "CRN-2026-000001",
      "INV-2027-000001",
    ]);
  });

  it("without gaps and twice never, when many are issued at once", async () => {
    const issued = await Promise.all(
      Array.from({ length: 12 }, (_, index) => issue(`mer_${index % 3}`, anInvoice(`ord_${index % 6}`))),
    );
    const numbers = new Set(issued.map(({ number }) => number));
    expect([...numbers].sort()).toEqual(
      Array.from({ length: 6 }, (_, index) => `INV-2026-${String(index + 1).padStart(6, "0")}`),
    );
  });

  it("in one chain: each document holds the hash of the one before", async () => {
    await issue("mer_1", anInvoice("ord_1"));
    await issue("mer_2", anInvoice("ord_2"));
    const rows = await db.many<{ counter: number; hash: string; previous_hash: string; xml: string }>(
      sql`select counter, hash, previous_hash, xml from billing.invoices order by counter`,
    );
    expect(rows.map(({ counter }) => counter)).toEqual([1, 2]);
    expect(rows[0]?.previous_hash).toBe(
      Buffer.from(createHash("sha256").update("0").digest("hex")).toString("base64"),
    );
    expect(rows[1]?.previous_hash).toBe(rows[0]?.hash);
    for (const { xml, hash } of rows) {
      const withoutQr = xml.replace(
        /<cac:AdditionalDocumentReference><cbc:ID>QR<.*?<\/cac:AdditionalDocumentReference>/,
        "",
      );
      expect(createHash("sha256").update(withoutQr).digest("base64")).toBe(hash);
    }
  });
});

describe("an invoice", () => {
  it("is issued once for a sale, however often it is requested", async () => {
    const first = await issue("mer_1", anInvoice("ord_1"));
    expect(await issue("mer_1", anInvoice("ord_1", { paid_by: "balance" }))).toEqual(first);
  });

  it("is simplified until the merchant gives a VAT number; issued ones stay as they are", async () => {
    const { invoice_id: before } = await issue("mer_1", anInvoice("ord_1"));
    expect((await saveDetails("mer_1", details)).status).toBe(200);
    const { invoice_id: after } = await issue("mer_1", anInvoice("ord_2"));
    expect(await load("mer_1", before)).toMatchObject({ is_simplified: true, buyer: null });
    expect(await load("mer_1", after)).toMatchObject({
      is_simplified: false,
      buyer: { name: "شركة متجر الورد", vat_number: "311111111100003", registration_number: "1010654321" },
    });
  });

  it("states VAT, net and gross of the sale and of its lines", async () => {
    const lines = [aLine, { ...aLine, quantity: 3, gross_halalas: 9_900, discount_halalas: 1_100 }];
    const { invoice_id } = await issue("mer_1", anInvoice("ord_1", { lines }));
    expect(await load("mer_1", invoice_id)).toMatchObject({
      gross_halalas: 29_800,
      vat_halalas: 3_887,
      net_halalas: 25_913,
      lines: [
        { gross_halalas: 19_900, vat_halalas: 2_596 },
        { gross_halalas: 9_900, vat_halalas: 1_291, quantity: 3, discount_halalas: 1_100 },
      ],
    });
  });

  it("has one rate of VAT, or is a fault", async () => {
    const lines = [aLine, { ...aLine, vat_basis_points: 0 }];
    await expect(issue("mer_1", anInvoice("ord_1", { lines }))).rejects.toThrow(RangeError);
    await expect(issue("mer_1", anInvoice("ord_1", { lines: [] }))).rejects.toThrow(RangeError);
  });

  it.each([
    ["update billing.invoices set gross_halalas = 1"],
    ["delete from billing.invoices"],
    ["update billing.invoice_lines set title_ar = ''"],
    ["delete from billing.invoice_lines"],
    ["truncate billing.invoice_lines, billing.invoices"],
  ])("is never edited: %s", async (statement) => {
    await issue("mer_1", anInvoice("ord_1"));
    await expect(db.driver.script(statement)).rejects.toThrow("never edited");
  });
});

describe("credit notes", () => {
  it("refer to their invoice with the reason, and together take back all of it", async () => {
    const { invoice_id, number } = await issue("mer_1", anInvoice("ord_1"));
    const first = await credit("mer_1", invoice_id, 6_633, "rfd_1");
    const rest = await credit("mer_1", invoice_id, 13_267, "rfd_2");
    expect(await load("mer_1", first.invoice_id)).toMatchObject({
      kind: "credit_note",
      corrects_number: number,
      reason: "إلغاء الاشتراك",
      gross_halalas: 6_633,
      vat_halalas: 865,
    });
    expect(await load("mer_1", rest.invoice_id)).toMatchObject({ gross_halalas: 13_267, vat_halalas: 1_731 });
    await expect(credit("mer_1", invoice_id, 1, "rfd_3")).rejects.toMatchObject({
      code: "billing.credit_too_large",
      params: { left: "0.00" },
    });
  });

  it("are issued once for a refund", async () => {
    const { invoice_id } = await issue("mer_1", anInvoice("ord_1"));
    const first = await credit("mer_1", invoice_id, 5_000, "rfd_1");
    expect(await credit("mer_1", invoice_id, 5_000, "rfd_1")).toEqual(first);
  });

  it("are not of another merchant's invoice, nor of a credit note", async () => {
    const { invoice_id } = await issue("mer_1", anInvoice("ord_1"));
    const note = await credit("mer_1", invoice_id, 5_000, "rfd_1");
    await expect(credit("mer_2", invoice_id, 100, "rfd_2")).rejects.toMatchObject({ code: "base.not_found" });
    await expect(credit("mer_1", note.invoice_id, 100, "rfd_2")).rejects.toMatchObject({
      code: "base.not_found",
    });
  });
});

describe("the list", () => {
  const list = (query: Record<string, string> = {}, as = "mer_1") =>
    server
      .call("GET Clients/Billing/invoices", { as, query })
      .then(({ data }) => data as { items: { number: string }[]; next: string | null });

  it("goes from the newest on by its cursor, and holds one's own alone", async () => {
    for (const id of ["ord_1", "ord_2", "ord_3"]) await issue("mer_1", anInvoice(id));
    await issue("mer_2", anInvoice("ord_4"));
    const first = await list({ size: "2" });
    expect(first.items.map(({ number }) => number)).toEqual(["INV-2026-000003", "INV-2026-000002"]);
    const second = await list({ size: "2", after: first.next ?? "" });
    expect(second).toMatchObject({ items: [{ number: "INV-2026-000001" }], next: null });
  });

  it("is searched by number and by what was sold, and filtered by kind", async () => {
    const { invoice_id } = await issue("mer_1", anInvoice("ord_1"));
    await issue(
      "mer_1",
      anInvoice("ord_2", { lines: [{ ...aLine, title_ar: "10,000 كلمة", title_en: "Words" }] }),
    );
    await credit("mer_1", invoice_id, 1_000, "rfd_1");
    const numbers = async (query: Record<string, string>) =>
      (await list(query)).items.map(({ number }) => number);
    expect(await numbers({ search: "2026-000002" })).toEqual(["INV-2026-000002"]);
    expect(await numbers({ search: "باقه النمو", kind: "invoice" })).toEqual(["INV-2026-000001"]);
    expect(await numbers({ kind: "credit_note" })).toEqual(["CRN-2026-000001"]);
    expect(await numbers({ search: "nothing like it" })).toEqual([]);
  });
});

describe("the files of an invoice", () => {
  it("are a PDF in both languages with the XML inside, always of the same bytes", async () => {
    await saveDetails("mer_1", details);
    const { invoice_id, number } = await issue("mer_1", anInvoice("ord_1"));
    const get = () =>
      server.app.inject({
        url: `/Clients/Billing/invoices/${invoice_id}/pdf`,
        headers: { authorization: "Bearer test-session-of-mer_1" },
      });
    const answer = await get();
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename*=UTF-8''${number}.pdf`,
    });
    const pdf = await readPdf(answer.rawPayload);
    expect(pdf).toMatchObject({ pages: 1, isForArchives: true });
    for (const word of ["فاتورة", "Seller", "310122393500003", "311111111100003", "199.00", "25.96"])
      expect(pdf.text).toContain(word);
    expect(pdf.files[`${number}.xml`]).toContain('<cbc:InvoiceTypeCode name="0100000">388<');
    expect((await get()).rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  it("are not found for another merchant", async () => {
    const { invoice_id } = await issue("mer_1", anInvoice("ord_1"));
    for (const kind of ["pdf", "xml"])
      expect(
        (await server.call(`GET Clients/Billing/invoices/${invoice_id}/${kind}`, { as: "mer_2" })).status,
      ).toBe(404);
  });

  it("of a credit note say what it corrects", async () => {
    const { invoice_id, number } = await issue("mer_1", anInvoice("ord_1"));
    const note = await credit("mer_1", invoice_id, 5_000, "rfd_1");
    const { xml } = await load("mer_1", note.invoice_id);
    expect(xml).toContain(`<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${number}<`);
    expect(xml).toContain('<cbc:InvoiceTypeCode name="0200000">381<');
    expect(xml).toContain("<cbc:InstructionNote>إلغاء الاشتراك<");
  });
});

describe("the invoice details", () => {
  it("are empty at first, then as they were saved, with digits made Latin", async () => {
    const show = async () => (await server.call("GET Clients/Billing/invoice-details", { as: "mer_1" })).data;
    expect(await show()).toMatchObject({ name: "", vat_number: "" });
    await saveDetails("mer_1", details);
    expect(await show()).toEqual({
      ...details,
      vat_number: "311111111100003",
      registration_number: "1010654321",
    });
  });

  it("are refused on their fields: a wrong VAT number, and an address that is missing beside one", async () => {
    const wrong = await saveDetails("mer_1", { ...details, vat_number: "123" });
    expect(wrong).toMatchObject({
      status: 400,
      envelope: { fields: { vat_number: ["الرقم الضريبي 15 رقمًا، أوله 3 وآخره 3."] } },
    });
    const bare = await saveDetails("mer_1", { ...details, street: "", postal_code: "" });
    expect(Object.keys((bare.envelope as { fields: object }).fields)).toEqual(["street", "postal_code"]);
    expect((await saveDetails("mer_1", { ...details, vat_number: "", street: "" })).status).toBe(200);
  });
});

describe("the merchant's company", () => {
  const contact = { contact_email: "care@rose.example", contact_phone: "٠١١ ٢٣٤ ٥٦٧٨" };
  const published = () =>
    db.many<{ name: string }>(sql`select name from base.events where name = 'billing.company_changed'`);

  it("says how shoppers reach it, where landing pages read it, and not on invoices", async () => {
    expect(await facade.findCompany(toContext("mer_1"))).toBeNull();
    await saveDetails("mer_1", { ...details, ...contact });
    expect(await facade.findCompany(toContext("mer_1"))).toMatchObject({
      registration_number: "1010654321",
      contact_email: "care@rose.example",
      contact_phone: "0112345678",
    });
    const { invoice_id } = await issue("mer_1", anInvoice("ord_1"));
    expect(JSON.stringify((await load("mer_1", invoice_id)).buyer)).not.toContain("care@rose.example");
  });

  it("tells of a change once, and of none where nothing changed", async () => {
    await saveDetails("mer_1", { ...details, ...contact });
    await saveDetails("mer_1", { ...details, ...contact });
    expect(await published()).toHaveLength(1);
  });
});

it("an invoice carries the seller of its own day", async () => {
  let seller = sampleSeller;
  const facade = makeInvoicesFacade({ loadSeller: async () => seller });
  const issueNow = (id: string) => inTransaction("mer_1", (ctx) => facade.issueInvoice(ctx, anInvoice(id)));
  const before = await issueNow("ord_1");
  seller = { ...sampleSeller, name_ar: "شركة الواحة الجديدة" };
  const after = await issueNow("ord_2");
  const note = await credit("mer_1", before.invoice_id, 1_000, "rfd_1");
  expect((await load("mer_1", before.invoice_id)).seller.name_ar).toBe(sampleSeller.name_ar);
  expect((await load("mer_1", after.invoice_id)).seller.name_ar).toBe("شركة الواحة الجديدة");
  // A credit note is of who sold.
  expect((await load("mer_1", note.invoice_id)).seller.name_ar).toBe(sampleSeller.name_ar);
});

it("a month's documents are streamed oldest first, by Riyadh's calendar", async () => {
  await issue("mer_1", anInvoice("ord_1"), new Date("2026-10-31T20:59:00Z"));
  await issue("mer_1", anInvoice("ord_2"), new Date("2026-10-31T21:00:00Z"));
  await issue("mer_2", anInvoice("ord_3"), now);
  await issue("mer_1", anInvoice("ord_4"), new Date("2026-11-30T20:59:59Z"));
  const numbers: string[] = [];
  for await (const { number } of facade.streamInvoices(toContext("mer_1"), "2026-11")) numbers.push(number);
  expect(numbers).toEqual(["INV-2026-000002", "INV-2026-000004"]);
});
