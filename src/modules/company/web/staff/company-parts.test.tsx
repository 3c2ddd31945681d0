import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import company from "../../messages/en.json" with { type: "json" };
import { DetailsPart } from "./details-part.tsx";
import en from "./messages/en.json" with { type: "json" };
import { TextsPart } from "./texts-part.tsx";

const details = {
  name_ar: "رواج",
  name_en: "Rawaj",
  email: "",
  phone: "",
  whatsapp: "",
  vat_number: "",
  registration_number: "",
  street: "",
  building_number: "",
  district: "",
  city: "",
  postal_code: "",
  version: 3,
  edited_at: "2026-11-21T09:00:00Z",
  is_on_invoices: false,
};
const text = { document: "terms", version: 0, text_ar: "", text_en: "", edited_at: null };
const texts = { items: ["about", "terms", "privacy"].map((document) => ({ ...text, document })) };

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { "GET /Staff/Company/details": details, "GET /Staff/Company/texts": texts };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { company, company_staff: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) =>
  renderWeb(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {part}
    </QueryClientProvider>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const bodies = (method: string) => sent.filter((one) => one.method === method).map(({ body }) => body);

describe("the company's details", () => {
  it("are saved over the version they were read at", async () => {
    answers["PUT /Staff/Company/details"] = { ...details, city: "Riyadh", version: 4 };
    show(<DetailsPart />);
    await type(en.details.city, "Riyadh");
    await press(en.save);
    await waitFor(() =>
      expect(bodies("PUT")).toEqual([expect.objectContaining({ city: "Riyadh", version: 3 })]),
    );
  });

  it("mark a refused number at its field, and keep what was typed", async () => {
    answers["PUT /Staff/Company/details"] = refuse(400, {
      code: "base.input_not_valid",
      fields: { vat_number: [company.vat_number_not_valid] },
    });
    show(<DetailsPart />);
    await type(en.details.vat_number, "123");
    await press(en.save);
    await screen.findByText(company.vat_number_not_valid);
    expect((await field(en.details.vat_number)).value).toBe("123");
  });
});

describe("a text", () => {
  it("that a colleague published meanwhile is taken over, or kept", async () => {
    answers["PUT /Staff/Company/texts/about"] = refuse(409, {
      code: "company.edited_meanwhile",
      current: { ...text, document: "about", version: 1, text_en: "Theirs" },
    });
    show(<TextsPart />);
    await type(en.texts.text_en, "Mine");
    await press(en.texts.publish);
    await press(en.conflict.keep);
    expect((await field(en.texts.text_en)).value).toBe("Mine");
    await press(en.texts.publish);
    await waitFor(() => expect(bodies("PUT")).toHaveLength(2));
    expect(bodies("PUT")[1]).toMatchObject({ text_en: "Mine", version: 1 });
    await press(en.conflict.take);
    expect((await field(en.texts.text_en)).value).toBe("Theirs");
  });
});
