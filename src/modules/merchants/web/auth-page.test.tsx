import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setLanguage } from "#base/web/runtime/preferences.ts";
import { accessToken, closeSession } from "#base/web/runtime/session.ts";
import { snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { AuthPage } from "./auth-page.tsx";

type Sent = { call: string; body: Record<string, unknown> };
let sent: Sent[];
/** The server's next responses, by call; a call without a response stays pending. */
let answers: Record<string, Answer[]>;
type Answer = {
  status?: number;
  data?: unknown;
  code?: string;
  message?: string;
  field?: string;
  wait?: number;
};

const signedIn = {
  token: "token-of-noura",
  user: { id: "mer_1", name: "نورة", abilities: [], theme: "light", digits: "latn" },
};

beforeEach(async () => {
  sent = [];
  answers = {};
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("scrollTo", () => {});
  sessionStorage.clear();
  closeSession();
  await setupI18n("ar", { ar: { merchants: ar }, en: { merchants: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function answer(url: string, init: RequestInit): Promise<Response> {
  const call = `${init.method} ${url.replace("/Clients/Account/", "")}`;
  const body = init.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse(String(init.body));
  sent.push({ call, body });
  const next = answers[call]?.shift();
  if (!next) return new Promise(() => {});
  const { status = 200, data = null, code = "", message = "", field, wait } = next;
  const envelope =
    status === 200
      ? { error: false, messages: [], data }
      : {
          error: true,
          messages: [message],
          data: null,
          code,
          request_id: "r",
          ...(field ? { fields: { [field]: [message] } } : {}),
        };
  return new Response(JSON.stringify(envelope), {
    status,
    headers: wait ? { "retry-after": String(wait) } : {},
  });
}

async function open(at = "/auth") {
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/auth", component: AuthPage }),
    createRoute({ getParentRoute: () => root, path: "/", component: () => <h1>الرئيسية</h1> }),
  ];
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 1 });
  return { history };
}

const mobile = () => screen.findByLabelText<HTMLInputElement>(ar.auth.mobile);
const codeField = () => screen.findByLabelText<HTMLInputElement>(ar.auth.code_label);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
/** Index of the highlighted box of the six; -1 when none is. */
const activeBox = () =>
  [...document.querySelectorAll("[dir=ltr] > span[aria-hidden]")].findIndex((box) =>
    box.hasAttribute("data-active"),
  );
const findText = (message: string) => screen.findByText(message);

/** Goes from the number to the code boxes. */
async function reachCode(typed = "0501234567", countdown = 60) {
  answers["POST login"] = [{ data: countdown }];
  const opened = await open();
  await userEvent.type(await mobile(), typed);
  await press(ar.auth.send_code);
  await codeField();
  return opened;
}

describe("the number", () => {
  test("typed in Arabic digits is shown in groups and sent as shown", async () => {
    await reachCode("٠٥٠١٢٣٤٥٦٧");
    expect(sent).toEqual([{ call: "POST login", body: { mobile_number: "050 123 4567" } }]);
    expect(snackbarState()).toMatchObject({ message: ar.code_sent_message, type: "success" });
  });

  test.each(["", "0112345678", "05012345"])("%j is marked before anything is sent", async (typed) => {
    await open();
    if (typed) await userEvent.type(await mobile(), typed);
    await press(ar.auth.send_code);
    expect((await mobile()).getAttribute("aria-invalid")).toBe("true");
    expect(sent).toEqual([]);
  });

  test("is sent once by a double press", async () => {
    await open();
    await userEvent.type(await mobile(), "0501234567");
    await userEvent.dblClick(screen.getByRole("button", { name: ar.auth.send_code }));
    expect(sent).toHaveLength(1);
  });

  test("that has to wait shows so at its field", async () => {
    answers["POST login"] = [{ status: 429, code: "merchants.codes_spent", message: "بعد 10:00", wait: 600 }];
    await open();
    await userEvent.type(await mobile(), "0501234567");
    await press(ar.auth.send_code);
    await findText("بعد 10:00");
    expect((await mobile()).getAttribute("aria-invalid")).toBe("true");
  });
});

test("the number has the focus at once, and again after the language was changed", async () => {
  await open();
  expect(document.activeElement).toBe(await mobile());
  const [toEnglish] = screen.getAllByRole("button", { name: /^EN:/ });
  await userEvent.click(toEnglish as HTMLElement);
  expect(document.activeElement).toBe(document.querySelector('input[name="mobile_number"]'));
  act(() => setLanguage("ar"));
});

describe("signing up", () => {
  test("sends name and number, and omits an e-mail that was not given", async () => {
    answers["POST SignUp"] = [{ data: 60 }];
    await open("/auth#sign-up");
    await userEvent.type(screen.getByLabelText(ar.auth.name), "نورة");
    await userEvent.type(await mobile(), "0501234567");
    await press(ar.auth.send_code);
    await codeField();
    expect(sent).toEqual([{ call: "POST SignUp", body: { name: "نورة", mobile_number: "050 123 4567" } }]);
  });

  test("without a name marks the name", async () => {
    await open("/auth#sign-up");
    await userEvent.type(await mobile(), "0501234567");
    await press(ar.auth.send_code);
    expect(screen.getByLabelText(ar.auth.name).getAttribute("aria-invalid")).toBe("true");
    expect(sent).toEqual([]);
  });
});

describe("the code", () => {
  test("is submitted once when it is complete, and opens the home page signed in", async () => {
    await reachCode();
    answers["POST Verification"] = [{ data: signedIn }];
    await userEvent.type(await codeField(), "١٢٣٤٥٦");
    await findText("الرئيسية");
    expect(sent.slice(1)).toEqual([
      { call: "POST Verification", body: { mobile_number: "050 123 4567", code: "123456" } },
    ]);
    expect(accessToken()).toBe("token-of-noura");
    expect(sessionStorage.getItem("rawaj.sign_in")).toBeNull();
  });

  test("pasted with words around it is read completely", async () => {
    await reachCode();
    await userEvent.click(await codeField());
    await userEvent.paste("123456 رمز دخولك إلى رواج");
    await waitFor(() => expect(sent.at(-1)?.body.code).toBe("123456"));
    expect(sent).toHaveLength(2);
  });

  test("that is wrong is cleared and marked, and the next one is sent too", async () => {
    await reachCode();
    answers["POST Verification"] = [
      { status: 422, code: "merchants.code_wrong", message: "خطأ", field: "code" },
      { data: signedIn },
    ];
    await userEvent.type(await codeField(), "111111");
    await findText("خطأ");
    expect((await codeField()).value).toBe("");
    expect((await codeField()).getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(await codeField());
    await userEvent.type(await codeField(), "222222");
    await findText("الرئيسية");
  });

  test("that is wrong is typed again from the first box, and no message of success is shown beside it", async () => {
    await reachCode();
    expect(snackbarState()).toMatchObject({ isShown: true, type: "success" });
    answers["POST Verification"] = Array.from({ length: 2 }, () => ({
      status: 422,
      code: "merchants.code_wrong",
      message: "خطأ",
      field: "code",
    }));
    await userEvent.type(await codeField(), "111111");
    await findText("خطأ");
    expect(snackbarState().isShown).toBe(false);
    expect(activeBox()).toBe(0);
    await userEvent.type(await codeField(), "22222");
    screen.getByRole("button", { name: ar.auth.verify }).focus();
    fireEvent.change(await codeField(), { target: { value: "222222" } });
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("code"));
    expect(activeBox()).toBe(0);
  });

  test("can be corrected in the middle with the arrows", async () => {
    await reachCode();
    await userEvent.type(await codeField(), "12945");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}3");
    expect((await codeField()).value).toBe("12345");
    await userEvent.keyboard("{End}{Backspace}");
    expect((await codeField()).value).toBe("1234");
  });

  test("of a number that is new asks for the name, and finishes with the same code", async () => {
    await reachCode();
    answers["POST Verification"] = [
      { status: 422, code: "merchants.name_required", message: ar.name_required, field: "name" },
      { data: signedIn },
    ];
    await userEvent.type(await codeField(), "123456");
    await userEvent.type(await screen.findByLabelText(ar.auth.name), "نورة");
    await press(ar.auth.open_account);
    await findText("الرئيسية");
    expect(sent.at(-1)?.body).toEqual({
      mobile_number: "050 123 4567",
      code: "123456",
      name: "نورة",
      email: "",
    });
  });

  test("counts down in minutes and seconds to a new one", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    answers["POST login"] = [{ data: 61 }, { data: 120 }];
    await open();
    await user.type(await mobile(), "0501234567");
    await user.click(screen.getByRole("button", { name: ar.auth.send_code }));
    await codeField();
    expect(screen.getByTestId("countdown").textContent).toMatch(/^1:0[01]$/);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(screen.getByTestId("countdown").textContent).toMatch(/^0:5\d$/);
    act(() => void vi.advanceTimersByTime(61_000));
    await user.click(await screen.findByRole("button", { name: ar.auth.resend }));
    await waitFor(() => expect(screen.getByTestId("countdown").textContent).toMatch(/^[12]:/));
    expect(sent.map((one) => one.call)).toEqual(["POST login", "POST login"]);
  });

  test("sent a moment ago in another tab of this browser also leads to the boxes", async () => {
    answers["POST login"] = [{ status: 429, code: "merchants.code_just_sent", message: "-", wait: 40 }];
    await open();
    await userEvent.type(await mobile(), "0501234567");
    await press(ar.auth.send_code);
    await codeField();
    expect(screen.getByTestId("countdown").textContent).toMatch(/^0:(40|39)$/);
  });

  test("that somebody else requested is not waited for: the page shows when the number may get its own", async () => {
    answers["POST login"] = [
      { status: 429, code: "merchants.number_cooldown", message: "بعد 0:40", wait: 40 },
    ];
    await open();
    await userEvent.type(await mobile(), "0501234567");
    await press(ar.auth.send_code);
    await findText("بعد 0:40");
    expect(screen.queryByLabelText(ar.auth.code_label)).toBeNull();
  });

  test("that may not be sent again says why beside the button", async () => {
    await reachCode("0501234567", 0);
    answers["POST login"] = [
      { status: 429, code: "merchants.codes_spent", message: "بعد 30:00", wait: 1_800 },
    ];
    await press(ar.auth.resend);
    await findText("بعد 30:00");
    expect(await codeField()).toBeDefined();
  });

  test("sent a moment ago leads to the boxes with the seconds that are left", async () => {
    const { history } = await reachCode();
    act(() => history.back());
    answers["POST login"] = [
      { status: 429, code: "merchants.code_just_sent", message: "قبل قليل", wait: 40 },
    ];
    await mobile();
    await press(ar.auth.send_code);
    await codeField();
    expect(screen.getByTestId("countdown").textContent).toMatch(/^0:(40|39)$/);
  });

  test("can be left with the back button, and the number is still there", async () => {
    const { history } = await reachCode();
    act(() => history.back());
    expect((await mobile()).value).toBe("050 123 4567");
  });

  test("is not asked for after the number was changed and no code was sent to it", async () => {
    const { history } = await reachCode();
    act(() => history.back());
    await userEvent.clear(await mobile());
    await userEvent.type(await mobile(), "0559876543");
    act(() => history.forward());
    await waitFor(() => expect(history.location.hash).toBe("#code"));
    expect(screen.queryByLabelText(ar.auth.code_label)).toBeNull();
    expect((await mobile()).value).toBe("055 987 6543");
  });

  test("is not asked for before one was sent", async () => {
    await open("/auth#code");
    expect(await mobile()).toBeDefined();
  });
});

describe("the legal note", () => {
  const meta = (name: string, content: string) => {
    const element = document.createElement("meta");
    Object.assign(element, { name, content });
    document.head.append(element);
  };
  afterEach(() => {
    for (const element of document.head.querySelectorAll("meta")) element.remove();
  });

  test.each(["/auth", "/auth#sign-up"])("is linked at %s where the installation has one", async (at) => {
    meta("terms-url", "https://rawaj.example/terms");
    meta("privacy-url", "https://rawaj.example/privacy");
    await open(at);
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links.slice(0, 2)).toEqual(["https://rawaj.example/terms", "https://rawaj.example/privacy"]);
    expect(screen.queryByText(ar.auth.what_is_kept)).toBeNull();
  });

  test("says in a sentence what is stored where there is no policy", async () => {
    await open();
    expect(screen.getByText(ar.auth.what_is_kept)).toBeDefined();
  });

  test("links our own pages in the language of the page", async () => {
    meta("terms-url", "/terms");
    await open();
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/terms?lang=ar", "/help?lang=ar", "/contact?lang=ar", "/about?lang=ar"]);
  });
});

describe("the password", () => {
  test("that is wrong is marked at its field", async () => {
    answers["POST PasswordLogin"] = [
      { status: 422, code: "merchants.password_wrong", message: ar.password_wrong, field: "password" },
    ];
    await open("/auth#password");
    await userEvent.type(await mobile(), "0501234567");
    await userEvent.type(screen.getByLabelText(ar.auth.password), "abcdef");
    await press(ar.auth.enter);
    await findText(ar.password_wrong);
    expect(accessToken()).toBeNull();
  });

  test("that was forgotten is set again with a code; short or unequal ones are marked before sending", async () => {
    answers["POST ForgotPassword"] = [{ data: 60 }];
    answers["POST ResetPassword"] = [{ data: signedIn }];
    await open("/auth#forgot");
    await userEvent.type(await mobile(), "0501234567");
    await press(ar.auth.send_code);
    await userEvent.type(await codeField(), "123456");
    await userEvent.type(screen.getByLabelText(ar.auth.new_password), "abcde");
    await press(ar.auth.save_password);
    await findText(ar.password_too_short);
    await userEvent.type(screen.getByLabelText(ar.auth.new_password), "f");
    await userEvent.type(screen.getByLabelText(ar.auth.password_again), "abcdeg");
    await press(ar.auth.save_password);
    await findText(ar.password_mismatch);
    await userEvent.clear(screen.getByLabelText(ar.auth.password_again));
    await userEvent.type(screen.getByLabelText(ar.auth.password_again), "abcdef");
    await press(ar.auth.save_password);
    await findText("الرئيسية");
    expect(sent.map((one) => one.call)).toEqual(["POST ForgotPassword", "POST ResetPassword"]);
  });
});
