import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { MoneyField, NumberField, OtpField, PhoneField, readNumber } from "./fields.tsx";

beforeEach(() => setupI18n("ar"));
afterEach(cleanup);

function AmountForm({ onValue }: { onValue: (value: number | null) => void }) {
  const [amount, setAmount] = useState<number | null>(null);
  const change = (value: number | null) => {
    onValue(value);
    setAmount(value);
  };
  return <MoneyField label="المبلغ" value={amount} onChange={change} />;
}

function CodeForm({ onValue }: { onValue: (code: string) => void }) {
  const [code, setCode] = useState("");
  return <OtpField label="الرمز" value={code} onChange={setCode} onComplete={onValue} />;
}

function PhoneForm() {
  const [phone, setPhone] = useState("");
  return <PhoneField label="الجوال" value={phone} onChange={setPhone} />;
}

test("an amount typed in Arabic-Indic digits is stored in halalas", async () => {
  const changes: (number | null)[] = [];
  renderWeb(<AmountForm onValue={(value) => changes.push(value)} />);
  await userEvent.type(screen.getByLabelText("المبلغ"), "١٢٫٥");
  expect(changes.at(-1)).toBe(1250);
  expect(screen.getByLabelText<HTMLInputElement>("المبلغ").value).toBe("12.5");
});

test("what is not an amount is said at the field until it is one", async () => {
  renderWeb(<AmountForm onValue={() => {}} />);
  const field = screen.getByLabelText<HTMLInputElement>("المبلغ");
  await userEvent.type(field, "12.345");
  expect(screen.getByText("اكتب مبلغًا صحيحًا، مثل 150 أو 99.50.")).toBeTruthy();
  await userEvent.clear(field);
  expect(screen.queryByText("اكتب مبلغًا صحيحًا، مثل 150 أو 99.50.")).toBeNull();
  await userEvent.type(field, "12.34");
  expect(screen.queryByText("اكتب مبلغًا صحيحًا، مثل 150 أو 99.50.")).toBeNull();
});

test("what is not an amount is null, never zero", async () => {
  const changes: (number | null)[] = [];
  renderWeb(<MoneyField label="المبلغ" value={null} onChange={(value) => changes.push(value)} />);
  await userEvent.type(screen.getByLabelText("المبلغ"), ".");
  expect(changes).toEqual([null]);
});

test("a code pasted with Arabic digits and spaces becomes six Latin digits and is reported once", async () => {
  const complete: string[] = [];
  renderWeb(<CodeForm onValue={(value) => complete.push(value)} />);
  await userEvent.click(screen.getByLabelText("الرمز"));
  await userEvent.paste("١٢٣ ۴۵۶");
  expect(screen.getByLabelText<HTMLInputElement>("الرمز").value).toBe("123456");
  expect(complete).toEqual(["123456"]);
});

test("a mobile number keeps its plus and loses its letters", async () => {
  renderWeb(<PhoneForm />);
  await userEvent.type(screen.getByLabelText("الجوال"), "+٩٦٦ 5a01");
  expect(screen.getByLabelText<HTMLInputElement>("الجوال").value).toBe("+966 501");
});

test("an error is shown under its field and is linked to it", () => {
  renderWeb(<NumberField label="الأيام" value={3} onChange={() => {}} error="أكثر من المسموح" />);
  const input = screen.getByLabelText("الأيام");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const described = input.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described.split(" ")[0] ?? "")?.textContent).toContain("أكثر من المسموح");
});

test("numbers are parsed with their group separators and refused past their decimals", () => {
  expect(readNumber("1,250", 0)).toBe(1250);
  expect(readNumber("٣٫٥", 1)).toBe(3.5);
  expect(readNumber("3.55", 1)).toBeNull();
  expect(readNumber("12a", 0)).toBeNull();
  expect(readNumber("", 0)).toBeNull();
});
