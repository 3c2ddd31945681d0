import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accessToken, closeSession, openSession } from "#base/web/runtime/session.ts";
import { snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import catalogue from "#modules/billing/web/catalogue/messages/ar.json" with { type: "json" };
import seasons from "#modules/seasons/messages/ar.json" with { type: "json" };
import ar from "#modules/staff/messages/ar.json" with { type: "json" };
import en from "#modules/staff/messages/en.json" with { type: "json" };
import { StaffApp } from "./staff-app.tsx";

type Answer = { status?: number; data?: unknown; code?: string; message?: string; field?: string };
type Sent = { call: string; body: unknown };
let sent: Sent[];
/** The server's next responses, by call; the last one is given again. A call without a response stays pending. */
let answers: Record<string, Answer[]>;

const member = {
  id: "stf_1",
  name: "نورة العتيبي",
  email: "noura@rawaj.example",
  role: "finance",
  abilities: [],
  recovery_codes_left: 10,
  session: { started_at: "2026-11-22T09:00:00.000Z", ends_in_seconds: 1_800 },
};
const signedIn = { token: "token-of-noura", member };
const challenged = { data: { challenge: "challenge-1", expires_in_seconds: 300 } };
const gone = { status: 401, code: "base.session_gone", message: "انتهت" };

beforeEach(async () => {
  sent = [];
  answers = { "GET me": [{ data: member }], "POST logout": [{ data: null }] };
  vi.stubGlobal("fetch", answer);
  window.history.replaceState(null, "", "/staff");
  closeSession();
  await setupI18n("ar", {
    ar: { staff: ar, seasons, billing_catalogue: catalogue, app: {} },
    en: { staff: en, app: {} },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function answer(url: string, init: RequestInit): Promise<Response> {
  const call = `${init.method} ${url.replace("/Staff/Account/", "")}`;
  sent.push({ call, body: init.body ? JSON.parse(String(init.body)) : null });
  const queue = answers[call] ?? [];
  const next = queue.length > 1 ? queue.shift() : queue[0];
  if (!next) return new Promise(() => {});
  const { status = 200, data = null, code = "", message = "", field } = next;
  const refusal = { error: true, messages: [message], data: null, code, request_id: "r" };
  const envelope =
    status === 200
      ? { error: false, messages: [], data }
      : { ...refusal, ...(field ? { fields: { [field]: [message] } } : {}) };
  return Response.json(envelope, { status });
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const listBodies = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);

async function givePassword() {
  answers["POST login"] = [challenged];
  renderWeb(<StaffApp />);
  await userEvent.type(await field(ar.sign_in.email), member.email);
  await userEvent.type(await field(ar.sign_in.password), "saffron and seven crocuses");
  await press(ar.sign_in.continue);
  return field(ar.second_factor.code);
}

describe("the season calendar", () => {
  const month = { hijri_year: 1448, hijri_month: 9, shift_days: 0, starts_on: "2027-02-08" };
  const factor = {
    season: "ramadan",
    phase: "last_ten",
    factor_basis_points: 15_000,
    is_default: true,
  };
  const calendar = { months: [month], cost_factors: [factor] };

  test("is an administrator's: a month is moved as it was announced", async () => {
    const admin = { ...member, role: "admin", abilities: [{ subject: "all", action: "manage" }] };
    answers["GET me"] = [{ data: admin }];
    answers["GET /Staff/Seasons/index"] = [{ data: calendar }];
    const moved = { ...month, shift_days: -1, starts_on: "2027-02-07" };
    answers["PUT /Staff/Seasons/month"] = [{ data: { ...calendar, months: [moved] } }];
    openSession("token-of-noura");
    renderWeb(<StaffApp />);
    // The files of all other parts are loaded for an administrator too.
    const [shift] = await screen.findAllByLabelText(/رمضان.*1448/, {}, { timeout: 20_000 });
    if (shift) await userEvent.click(shift);
    await userEvent.click(await screen.findByRole("option", { name: seasons.calendar.shift["-1"] }));
    expect(await screen.findByText(/7 فبراير 2027/)).toBeTruthy();
    expect(listBodies("PUT /Staff/Seasons/month")).toEqual([
      { hijri_year: 1448, hijri_month: 9, shift_days: -1 },
    ]);
  });

  test("is not shown to others", async () => {
    openSession("token-of-noura");
    renderWeb(<StaffApp />);
    expect(await screen.findByText(ar.home.nothing)).toBeTruthy();
    expect(screen.queryByText(seasons.calendar.months)).toBeNull();
  });
});

test("the catalogue is for those who may edit it", async () => {
  answers["GET me"] = [{ data: { ...member, abilities: [{ subject: "catalogue", action: "manage" }] } }];
  answers["GET /Staff/Billing/plans"] = [{ data: { items: [] } }];
  openSession("token-of-noura");
  renderWeb(<StaffApp />);
  expect(await screen.findByRole("heading", { name: catalogue.title })).toBeTruthy();
  expect(screen.queryByText(seasons.calendar.months)).toBeNull();
});

describe("signing in", () => {
  test("asks for e-mail and password, then for the app's code, and opens the home page", async () => {
    answers["POST second-factor"] = [{ data: signedIn }];
    const code = await givePassword();
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, "١٢٣٤٥٦");
    await heading("أهلًا نورة العتيبي");
    expect(listBodies("POST login")).toEqual([
      { email: member.email, password: "saffron and seven crocuses" },
    ]);
    expect(listBodies("POST second-factor")).toEqual([{ challenge: "challenge-1", code: "123456" }]);
  });

  test("takes a pasted code", async () => {
    answers["POST second-factor"] = [{ data: signedIn }];
    await givePassword();
    await userEvent.paste("654 321");
    await heading("أهلًا نورة العتيبي");
    expect(listBodies("POST second-factor")).toEqual([{ challenge: "challenge-1", code: "654321" }]);
  });

  test("marks what is missing before anything is sent", async () => {
    renderWeb(<StaffApp />);
    const email = await field(ar.sign_in.email);
    expect(document.activeElement).toBe(email);
    await press(ar.sign_in.continue);
    expect(email.getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(email, "n@rawaj.example");
    await press(ar.sign_in.continue);
    expect((await field(ar.sign_in.password)).getAttribute("aria-invalid")).toBe("true");
    expect(sent).toEqual([]);
  });

  test("marks a refused password at its field", async () => {
    renderWeb(<StaffApp />);
    answers["POST login"] = [
      { status: 422, code: "staff.credentials_wrong", message: ar.credentials_wrong, field: "password" },
    ];
    await userEvent.type(await field(ar.sign_in.email), member.email);
    await userEvent.type(await field(ar.sign_in.password), "wrong{Enter}");
    await screen.findByText(ar.credentials_wrong);
    expect((await field(ar.sign_in.password)).getAttribute("aria-invalid")).toBe("true");
  });

  test("clears a refused code and waits for the next", async () => {
    const code = await givePassword();
    answers["POST second-factor"] = [
      { status: 422, code: "staff.code_wrong", message: ar.code_wrong, field: "code" },
      { data: signedIn },
    ];
    await userEvent.type(code, "111111");
    await screen.findByText(ar.code_wrong);
    expect(code.value).toBe("");
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, "222222");
    await heading("أهلًا نورة العتيبي");
  });

  test("that took too long starts again with the password, and keeps the e-mail", async () => {
    const code = await givePassword();
    answers["POST second-factor"] = [
      { status: 409, code: "staff.challenge_expired", message: ar.challenge_expired },
    ];
    await userEvent.type(code, "111111");
    await heading(ar.sign_in.title);
    expect((await field(ar.sign_in.email)).value).toBe(member.email);
    expect(snackbarState()).toMatchObject({ message: ar.challenge_expired, type: "error" });
  });

  test("works with a recovery code, for somebody without their phone", async () => {
    await givePassword();
    await press(ar.second_factor.use_recovery);
    const code = await field(ar.second_factor.recovery_code);
    answers["POST recovery-code"] = [
      {
        status: 422,
        code: "staff.recovery_code_wrong",
        message: ar.recovery_code_wrong,
        field: "recovery_code",
      },
      { data: signedIn },
    ];
    await userEvent.type(code, "4k7mz-9xw2c{Enter}");
    await screen.findByText(ar.recovery_code_wrong);
    await press(ar.second_factor.verify);
    await heading("أهلًا نورة العتيبي");
    expect(listBodies("POST recovery-code")[0]).toEqual({
      challenge: "challenge-1",
      recovery_code: "4k7mz-9xw2c",
    });
  });
});

describe("the home page", () => {
  test("says who is signed in, their role, and since when", async () => {
    openSession("token-of-noura");
    renderWeb(<StaffApp />);
    await heading("أهلًا نورة العتيبي");
    expect(screen.getByText(ar.roles.finance)).toBeTruthy();
    expect(screen.getByText(member.email)).toBeTruthy();
    const since = document.querySelector(`time[datetime="${member.session.started_at}"]`);
    expect(since?.textContent).toContain("12:00");
    expect(screen.queryByText(ar.home.codes_few)).toBeNull();
  });

  test("warns when recovery codes run out", async () => {
    answers["GET me"] = [{ data: { ...member, recovery_codes_left: 3 } }];
    openSession("token-of-noura");
    renderWeb(<StaffApp />);
    await screen.findByText(ar.home.codes_few);
  });

  test("lets the person sign out", async () => {
    openSession("token-of-noura");
    renderWeb(<StaffApp />);
    await heading("أهلًا نورة العتيبي");
    await press(ar.home.sign_out);
    await screen.findByText(ar.sign_in.signed_out);
    expect(listBodies("POST logout")).toHaveLength(1);
    expect(accessToken()).toBeNull();
  });

  test("leads to the sign-in page, with the reason, once the session has ended", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answers["GET me"] = [{ data: member }, gone];
    openSession("token-of-noura");
    renderWeb(<StaffApp />);
    await heading("أهلًا نورة العتيبي");
    await vi.advanceTimersByTimeAsync(1_790_000);
    expect(listBodies("GET me")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15_000);
    await screen.findByText(ar.sign_in.ended);
    await heading(ar.sign_in.title);
  });

  test("is the sign-in page when the stored session is gone", async () => {
    answers["GET me"] = [gone];
    openSession("token-of-nobody");
    renderWeb(<StaffApp />);
    await screen.findByText(ar.sign_in.ended_words);
  });
});

describe("an invitation", () => {
  const opened = {
    name: "نورة العتيبي",
    email: member.email,
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    uri: "otpauth://totp/Rawaj:noura@rawaj.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  };
  const codes = ["4k7mz-9xw2c", "00000-11111"];
  const password = "saffron and seven crocuses";

  function open(invitation: string) {
    window.history.replaceState(null, "", `/staff/enroll#${invitation}`);
    answers["POST enroll"] = [{ data: opened }];
    renderWeb(<StaffApp />);
  }
  async function choosePassword() {
    await userEvent.type(await field(ar.enroll.password), password);
    await userEvent.type(await field(ar.enroll.password_again), `${password}{Enter}`);
  }

  test("leads over password, app and recovery codes to the home page", async () => {
    answers["POST enroll/confirm"] = [
      { status: 422, code: "staff.code_wrong", message: ar.code_wrong, field: "code" },
      { data: { ...signedIn, recovery_codes: codes } },
    ];
    open("token-1");
    await heading("أهلًا نورة العتيبي");
    await choosePassword();

    await heading(ar.enroll.app_title);
    const qr = screen.getByRole("img", { name: ar.enroll.qr });
    expect(qr.querySelector("path")?.getAttribute("d")?.length).toBeGreaterThan(1_000);
    expect(screen.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeTruthy();
    await userEvent.type(await field(ar.second_factor.code), "111111");
    await screen.findByText(ar.code_wrong);
    await userEvent.type(await field(ar.second_factor.code), "222222");

    await heading(ar.enroll.codes_title);
    const list = screen.getByRole("list", { name: ar.enroll.codes });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((one) => one.textContent),
    ).toEqual(codes);
    const file = screen.getByRole("link", { name: ar.enroll.download_codes });
    expect(decodeURIComponent(file.getAttribute("href") ?? "")).toContain(codes.join("\n"));
    // Not signed in before the codes are saved: they are never shown again.
    expect(accessToken()).toBeNull();
    const enter = screen.getByRole<HTMLButtonElement>("button", { name: ar.enroll.to_office });
    expect(enter.disabled).toBe(true);
    await userEvent.click(await field(ar.enroll.saved));
    await userEvent.click(enter);

    await screen.findByText(ar.home.you);
    expect(window.location.href).not.toContain("token-1");
    expect(listBodies("POST enroll/confirm")[1]).toEqual({
      invitation: "token-1",
      password,
      password_confirmation: password,
      code: "222222",
    });
  });

  test("marks a password that is too short, and one that was not repeated", async () => {
    open("token-2");
    const first = await field(ar.enroll.password);
    await userEvent.type(first, "short{Enter}");
    expect(first.getAttribute("aria-invalid")).toBe("true");
    await userEvent.clear(first);
    await userEvent.type(first, `${password}{Enter}`);
    const again = await field(ar.enroll.password_again);
    expect(again.getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(again, `${password}{Enter}`);
    await heading(ar.enroll.app_title);
  });

  test("that is no longer good says so, and leads to the sign-in page", async () => {
    window.history.replaceState(null, "", "/staff/enroll#token-3");
    answers["POST enroll"] = [
      { status: 409, code: "staff.invitation_expired", message: ar.invitation_expired },
    ];
    renderWeb(<StaffApp />);
    await heading(ar.enroll.link_title);
    expect(screen.getByText(ar.invitation_expired)).toBeTruthy();
    await press(ar.enroll.to_sign_in);
    await heading(ar.sign_in.title);
    await waitFor(() => expect(window.location.pathname).toBe("/staff"));
  });
});

test("the pages are in English too", async () => {
  await setupI18n("en", { ar: { staff: ar, app: {} }, en: { staff: en, app: {} } });
  renderWeb(<StaffApp />);
  await heading(en.sign_in.title);
  expect(await field(en.sign_in.email)).toBeTruthy();
});
