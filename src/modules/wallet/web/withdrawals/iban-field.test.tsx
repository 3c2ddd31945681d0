import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { cleanIban } from "./clean-iban.ts";
import { IbanField } from "./iban-field.tsx";

const Form = () => {
  const [iban, setIban] = useState("");
  return <IbanField label="IBAN" value={iban} onChange={setIban} />;
};
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "IBAN" });

beforeEach(() => setupI18n("ar"));
afterEach(cleanup);

it.each([
  ["SA03 8000 0000 6080 1016 7519", "as the bank prints it"],
  ["sa0380000000608010167519", "in small letters"],
  ["٠٣٨٠٠٠٠٠٠٠٦٠٨٠١٠١٦٧٥١٩", "in Arabic digits, without the country"],
  ["SA03-8000-0000-6080-1016-7519", "with hyphens"],
])("takes %s, %s", (typed) => {
  expect(cleanIban(typed)).toBe("SA0380000000608010167519");
});

it("shows groups of four while it is typed", async () => {
  renderWeb(<Form />);
  await userEvent.type(field(), "sa0380000000608010167519");
  expect(field().value).toBe("SA03 8000 0000 6080 1016 7519");
});

it("a digit corrected in the middle leaves the caret behind it", async () => {
  renderWeb(<Form />);
  await userEvent.type(field(), "SA0380000000608010167519");
  await userEvent.type(field(), "{Backspace}", { initialSelectionStart: 8, initialSelectionEnd: 8 });
  await userEvent.keyboard("5");
  expect(cleanIban(field().value)).toBe("SA0380500000608010167519");
});
