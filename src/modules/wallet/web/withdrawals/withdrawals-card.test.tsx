import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import wallet from "../../messages/en.json" with { type: "json" };
import { BankAccountCard } from "./bank-account-card.tsx";
import en from "./messages/en.json" with { type: "json" };
import { WithdrawalsCard } from "./withdrawals-card.tsx";

const aWithdrawal = (id: string, state: string, rest: object = {}) => ({
  id,
  amount_halalas: 500_00,
  state,
  paid_halalas: 0,
  returned_halalas: 0,
  by_staff: false,
  by: null,
  can_cancel: false,
  requested_at: "2026-11-23T09:00:00Z",
  ended_at: null,
  parts: [
    {
      kind: "bank",
      amount_halalas: 500_00,
      state,
      card: null,
      iban: "SA0380000000608010167519",
      bank_reference: null,
      failure_text: null,
    },
  ],
  ...rest,
});

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { "Wallet/bank-account": { bank_account: null } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { wallet, wallet_withdrawals: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a withdrawal that is not sent yet can be cancelled, one that is sent cannot", async () => {
  const items = [aWithdrawal("wdr_1", "requested", { can_cancel: true }), aWithdrawal("wdr_2", "sending")];
  answers["Wallet/withdrawals"] = { items, page: 1, size: 5, total: 2 };
  await openPages({ "/": WithdrawalsCard }, "/");
  const cancel = await screen.findAllByRole("button", { name: en.cancel });
  expect(cancel).toHaveLength(1);
  await userEvent.click(cancel[0] as HTMLElement);
  await userEvent.click(screen.getAllByRole("button", { name: en.cancel }).at(-1) as HTMLElement);
  expect(
    sent.some(({ name, method }) => name === "Wallet/withdrawals/wdr_1/cancel" && method === "POST"),
  ).toBe(true);
});

it("a refused part says why, and what returned to the balance", async () => {
  const refused = aWithdrawal("wdr_1", "refused", { returned_halalas: 500_00 });
  const [part] = refused.parts;
  refused.parts = [{ ...part, failure_text: "The bank refused the transfer." } as never];
  answers["Wallet/withdrawals"] = { items: [refused], page: 1, size: 5, total: 1 };
  await openPages({ "/": WithdrawalsCard }, "/");
  expect(await screen.findByText(/The bank refused the transfer/)).toBeTruthy();
  expect(screen.getByText("SAR 500.00 returned to your balance")).toBeTruthy();
});

it("a list without withdrawals says what one is", async () => {
  answers["Wallet/withdrawals"] = { items: [], page: 1, size: 5, total: 0 };
  await openPages({ "/": WithdrawalsCard }, "/");
  expect(await screen.findByText(en.none)).toBeTruthy();
});

it("a wrong checksum is marked on the IBAN and nothing is sent", async () => {
  await openPages({ "/": BankAccountCard }, "/");
  await userEvent.click(await screen.findByRole("button", { name: en.add_bank_account }));
  await userEvent.type(screen.getByRole("textbox", { name: en.iban }), "SA0380000000608010167518");
  await userEvent.type(screen.getByRole("textbox", { name: en.holder }), "Nakhla store");
  await userEvent.click(screen.getByRole("button", { name: en.save }));
  const field = screen.getByRole("textbox", { name: en.iban });
  await vi.waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(sent.filter(({ method }) => method === "PUT")).toEqual([]);
});

it("a right IBAN is sent without its spaces", async () => {
  await openPages({ "/": BankAccountCard }, "/");
  await userEvent.click(await screen.findByRole("button", { name: en.add_bank_account }));
  await userEvent.type(screen.getByRole("textbox", { name: en.iban }), "SA03 8000 0000 6080 1016 7519");
  await userEvent.type(screen.getByRole("textbox", { name: en.holder }), "Nakhla store");
  await userEvent.click(screen.getByRole("button", { name: en.save }));
  await vi.waitFor(() =>
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({
      iban: "SA0380000000608010167519",
      holder_name: "Nakhla store",
    }),
  );
});
