import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { InvoicesPage } from "./invoices-page.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const anInvoice = {
  id: "inv_1",
  kind: "invoice",
  is_simplified: true,
  number: "INV-2026-000041",
  source: "order",
  title_ar: "اشتراك باقة النمو، شهر",
  title_en: "Growth plan, one month",
  more_lines: 1,
  issued_at: "2026-11-21T09:30:00Z",
  net_halalas: 173_04,
  vat_halalas: 25_96,
  gross_halalas: 199_00,
  corrects_number: null,
};
const aNote = {
  ...anInvoice,
  id: "crn_1",
  kind: "credit_note",
  number: "CRN-2026-000003",
  more_lines: 0,
  corrects_number: "INV-2026-000041",
};
const noDetails = {
  name: "",
  vat_number: "",
  registration_number: "",
  street: "",
  building_number: "",
  district: "",
  city: "",
  postal_code: "",
  contact_email: "",
  contact_phone: "",
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Billing/invoices": { items: [aNote, anInvoice], next: null },
    "Billing/invoice-details": noDetails,
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { billing_invoices: en }, ar: { billing_invoices: ar } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = () => openPages({ "/": InvoicesPage }, "/");

describe("the list of invoices", () => {
  it("names each document, what it was for, and what a credit note corrects", async () => {
    await open();
    const [, note, invoice] = await screen.findAllByRole("row");
    expect(note?.textContent).toContain("Credit note");
    expect(note?.textContent).toContain("Corrects invoice INV-2026-000041");
    expect(invoice?.textContent).toContain("Growth plan, one month and one more item");
    expect(invoice?.textContent).toContain("Simplified invoice");
    expect(within(invoice as HTMLElement).getByText(/199\.00/)).toBeTruthy();
  });

  it("says that there is none, and what a search did not find", async () => {
    answers["Billing/invoices"] = { items: [], next: null };
    await open();
    expect(await screen.findByText("No invoice found")).toBeTruthy();
    expect(screen.getByText(/issued by itself/)).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox"), "INV-9");
    expect(await screen.findByText(/Nothing matches your search/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("");
  });

  it("goes on from the last page's cursor", async () => {
    answers["Billing/invoices"] = { items: [anInvoice], next: "inv_1" };
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(sent.some(({ query }) => query.get("after") === "inv_1")).toBe(true));
  });

  it("has the files of a document by its number", async () => {
    await open();
    expect(await screen.findByRole("button", { name: "Download INV-2026-000041 as PDF" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Download INV-2026-000041 as XML" })).toBeTruthy();
  });
});

describe("the billing details", () => {
  it("are saved as typed, and shown with the VAT number", async () => {
    await open();
    expect(await screen.findByText(/Your invoices are simplified/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add your details" }));
    await userEvent.type(screen.getByLabelText(/Business name/), "Rose Store");
    await userEvent.type(screen.getByLabelText(/VAT number/), "311111111100003");
    answers["Billing/invoice-details"] = { ...noDetails, name: "Rose Store", vat_number: "311111111100003" };
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("311111111100003")).toBeTruthy();
    const [put] = sent.filter(({ method }) => method === "PUT");
    expect(put?.body).toMatchObject({ name: "Rose Store", vat_number: "311111111100003" });
  });

  it("mark the field that the server refuses", async () => {
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Add your details" }));
    const refusal = {
      error: true,
      messages: ["no"],
      data: null,
      code: "base.not_valid",
      request_id: "r",
      fields: { vat_number: ["15 digits"] },
    };
    vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 400 }));
    await userEvent.type(screen.getByLabelText(/VAT number/), "12");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("15 digits")).toBeTruthy();
    expect(screen.getByLabelText(/VAT number/).getAttribute("aria-invalid")).toBe("true");
  });
});
