import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LanguageSwitch } from "#base/web/kit/language-switch.tsx";
import { currentDigits, currentLanguage, setDigits, setTheme } from "#base/web/runtime/preferences.ts";
import { accessToken, openSession } from "#base/web/runtime/session.ts";
import { snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { User } from "../contract/merchants.calls.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { NumberCard } from "./number-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PictureField } from "./picture-field.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { useChooseLanguage } from "./use-choose-language.ts";

const user: User = {
  id: "mer_1",
  name: "نورة",
  email: null,
  mobile_number: "+966501234567",
  website_type: "salla",
  is_store_active: true,
  erasure_due_at: null,
  abilities: [],
  language: "ar",
  digits: "latn",
  theme: "light",
  calendar: "gregorian",
  city: "riyadh",
  attribution_window_days: 28,
  attribution_model: "last_click",
  counted_orders: "placed",
  undo_seconds: 8,
  picture: null,
  has_password: false,
  created_at: "2026-11-21T09:00:00.000Z",
  merchant: { id: "mer_1", name: "نورة", role: "owner" },
  merchants: [{ id: "mer_1", name: "نورة", role: "owner" }],
  invitations: [],
};
const device = { browser: "Chrome", system: "Windows", kind: "desktop" };
const at = { created_at: "2026-11-21T09:00:00.000Z", last_seen_at: "2026-11-21T09:00:00.000Z" };
const here = { id: "ses_1", device, address: "188.54.x.x", is_current: true, ...at };
const elsewhere = {
  ...here,
  id: "ses_2",
  device: { ...device, browser: "Safari", system: "iOS" },
  is_current: false,
};

let sent: { call: string; body: unknown }[];
let answers: Record<string, (() => unknown)[]>;

beforeEach(async () => {
  sent = [];
  answers = {};
  sessionStorage.clear();
  openSession("old-token");
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.replace("/Clients/Account/", "")}`;
    const body =
      init.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse(String(init.body ?? "null"));
    sent.push({ call, body });
    const data = answers[call]?.shift()?.() ?? null;
    return new Response(JSON.stringify({ error: false, messages: [], data }));
  });
  await setupI18n("ar", { ar: { merchants: ar }, en: { merchants: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setDigits("latn");
  setTheme("light");
});

const show = (part: React.ReactNode) =>
  renderWeb(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
const calls = () => sent.map((one) => one.call);

function TopSwitch() {
  return <LanguageSwitch onChoose={useChooseLanguage()} />;
}

test("the language chosen in the top bar is saved, and changes the screen even if saving fails", async () => {
  answers["PUT UpdateProfile"] = [
    () => ({ ...user, language: "en" }),
    () => {
      throw new TypeError("no connection");
    },
  ];
  show(<TopSwitch />);
  await userEvent.click(screen.getByRole("button", { name: /English/ }));
  await waitFor(() => expect(sent).toEqual([{ call: "PUT UpdateProfile", body: { language: "en" } }]));
  await userEvent.click(screen.getByRole("button", { name: /العربية/ }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(currentLanguage()).toBe("ar");
  expect(snackbarState().isShown).toBe(false);
});

test("a device that is not mine can be signed out, and the list is loaded again", async () => {
  answers["GET sessions"] = [() => [here, elsewhere], () => [here]];
  show(<SessionsCard />);
  await userEvent.click(await screen.findByRole("button", { name: "أنهِ الدخول على Safari · iOS" }));
  await waitFor(() => expect(screen.queryByText("Safari · iOS")).toBeNull());
  expect(calls()).toEqual(["GET sessions", "DELETE sessions/ses_2", "GET sessions"]);
  expect(screen.getByText(ar.account.this_device)).toBeDefined();
});

test("all other devices are signed out only after a confirmation", async () => {
  answers["GET sessions"] = [() => [here, elsewhere], () => [here]];
  show(<SessionsCard />);
  await userEvent.click(await screen.findByRole("button", { name: ar.account.end_others }));
  const dialog = await screen.findByRole("dialog");
  expect(calls()).toEqual(["GET sessions"]);
  await userEvent.click(within(dialog).getByRole("button", { name: ar.account.end_session }));
  await waitFor(() => expect(calls()).toContain("DELETE sessions"));
});

test("digits change at once on this screen, and are saved for the merchant", async () => {
  show(<PreferencesCard />);
  await userEvent.click(screen.getByRole("radio", { name: "١٢٣" }));
  expect(currentDigits()).toBe("arab");
  await waitFor(() => expect(sent).toEqual([{ call: "PUT UpdateProfile", body: { digits: "arab" } }]));
});

test("a name and an e-mail are saved together, and saving is disabled while nothing has changed", async () => {
  answers["PUT UpdateProfile"] = [() => ({ ...user, email: "noura@example.com" })];
  show(<ProfileForm user={user} />);
  const save = screen.getByRole<HTMLButtonElement>("button", { name: ar.account.save });
  expect(save.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(ar.auth.email_optional), "noura@example.com");
  await userEvent.click(save);
  await waitFor(() => expect(snackbarState().message).toBe(ar.account.saved));
  expect(sent).toEqual([{ call: "PUT UpdateProfile", body: { name: "نورة", email: "noura@example.com" } }]);
  await waitFor(() => expect(save.disabled).toBe(true));

  await userEvent.clear(screen.getByLabelText(ar.auth.name));
  await userEvent.click(save);
  await waitFor(() => expect(screen.getByLabelText(ar.auth.name).getAttribute("aria-invalid")).toBe("true"));
  expect(snackbarState().isShown).toBe(false);
});

test("a password is set with a code to one's own number, and the new session replaces the old one", async () => {
  answers["POST ForgotPassword"] = [() => 60];
  answers["POST ResetPassword"] = [() => ({ token: "new-token", user: { ...user, has_password: true } })];
  show(<PasswordCard user={user} />);
  await userEvent.click(screen.getByRole("button", { name: ar.account.password_make }));
  await userEvent.type(await screen.findByLabelText(ar.auth.code_label), "123456");
  await userEvent.type(screen.getByLabelText(ar.auth.new_password), "abcdef");
  await userEvent.type(screen.getByLabelText(ar.auth.password_again), "abcdef");
  await userEvent.click(screen.getByRole("button", { name: ar.auth.save_password }));
  await waitFor(() => expect(accessToken()).toBe("new-token"));
  expect(sent.at(-1)?.body).toEqual({
    mobile_number: "+966501234567",
    code: "123456",
    password: "abcdef",
    password_confirmation: "abcdef",
  });
});

test("the number is changed with a code to the present one and a code to the new one", async () => {
  answers["POST number/current-code"] = [() => 60];
  answers["POST number/new-code"] = [() => 60];
  answers["PUT number"] = [() => ({ ...user, mobile_number: "+966559876543" })];
  show(<NumberCard user={user} />);
  const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
  await press(ar.account.number_change);
  await press(ar.account.number_send_current);
  const [present] = await screen.findAllByRole("textbox");
  await userEvent.type(present as HTMLElement, "111111");
  await press(ar.account.number_send_new);
  expect(calls()).toEqual(["POST number/current-code"]);
  await userEvent.type(screen.getByLabelText(ar.account.number_new), "0559876543");
  await press(ar.account.number_send_new);
  const boxes = await screen.findByLabelText(ar.account.number_new_code);
  await userEvent.type(boxes, "222222");
  await waitFor(() => expect(sent.at(-1)?.call).toBe("PUT number"));
  expect(sent.at(-1)?.body).toEqual({
    mobile_number: "055 987 6543",
    current_code: "111111",
    new_code: "222222",
  });
});

test("a picture is sent as a file and can be removed", async () => {
  const withPicture = { ...user, picture: "data:image/webp;base64,AAAA" };
  answers["PUT UpdateProfile"] = [() => withPicture, () => user];
  show(<PictureField user={withPicture} />);
  const file = new File(["x"], "me.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText(ar.account.picture, { selector: "input" }), file);
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ picture: expect.any(File) }));
  await userEvent.click(screen.getByRole("button", { name: ar.account.picture_remove }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ has_picture: "false" }));
});
