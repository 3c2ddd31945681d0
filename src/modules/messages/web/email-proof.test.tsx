import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import messages from "../messages/en.json" with { type: "json" };
import { EmailProofCard } from "./email-proof-card.tsx";

const unproven = { address: "noura@example.com", proven_at: null, can_send: true };
let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { "Messages/email": unproven, "Messages/email/code": { countdown: 60 } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { messages } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const user = userEvent.setup();

it("proves an address by the code that was sent there, and a wrong one can be typed again", async () => {
  answers["Messages/email/proof"] = refuse(422, {
    code: "messages.code_wrong",
    fields: { code: ["Not right"] },
  });
  await openPages({ "/": EmailProofCard }, "/");
  await user.click(await screen.findByRole("button", { name: "Send the code" }));
  const field = await screen.findByLabelText("The code from your e-mail");
  expect(screen.getByTestId("countdown")).toBeTruthy();
  await user.type(field, "111111");
  expect(await screen.findByText("Not right")).toBeTruthy();
  answers["Messages/email/proof"] = { ...unproven, proven_at: "2026-11-21T09:00:00Z" };
  await user.type(field, "123456");
  expect(await screen.findByText("Verified")).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ code: "123456" });
});

it.each([
  ["there is no address", { ...unproven, address: null }, /Add your e-mail above/],
  ["no e-mail is sent here", { ...unproven, can_send: false }, /does not send e-mail/],
  ["it is proven", { ...unproven, proven_at: "2026-11-21T09:00:00Z" }, /reports you schedule/],
])("says that %s, without a button", async (_name, email, words) => {
  answers["Messages/email"] = email;
  await openPages({ "/": EmailProofCard }, "/");
  expect(await screen.findByText(words)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send the code" })).toBeNull());
});
