import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessToken, closeSession, openSession } from "../runtime/session.ts";
import { closeSnackbar, snackbarState } from "../runtime/snackbar-state.ts";
import { keys } from "../runtime/storage.ts";
import { setupI18n } from "../testing/render-web.tsx";
import { fillPath, request } from "./api.ts";
import { ApiError, mayRetry } from "./api-error.ts";

beforeEach(() => setupI18n("ar"));
afterEach(() => {
  closeSession();
  closeSnackbar();
  vi.unstubAllGlobals();
});

function serverSays(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const refusal = (message: string, more: object = {}) => ({
  error: true,
  messages: [message],
  data: null,
  code: "wallet.card_required",
  request_id: "req_1",
  ...more,
});

async function catchFailure(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error("an ApiError was expected");
  return error;
}

test("the envelope is opened and its data returned", async () => {
  serverSays(200, { error: false, messages: [], data: { total: 3 } });
  expect(await request("GET Clients/Campaigns/index")).toEqual({ total: 3 });
});

test("every call carries the token and the language", async () => {
  const fetched = serverSays(200, { error: false, messages: [], data: null });
  openSession("token-1");
  await request("POST Clients/Wallet/deposit", { body: { amount_halalas: 100 }, idempotencyKey: "k1" });
  const [url, init] = fetched.mock.calls[0] as [string, RequestInit];
  expect(url).toBe("/Clients/Wallet/deposit");
  expect(init.headers).toMatchObject({
    authorization: "Bearer token-1",
    "x-app-language": "ar",
    "idempotency-key": "k1",
  });
  expect(init.body).toBe('{"amount_halalas":100}');
});

test("the first message of a refusal is thrown and shown", async () => {
  serverSays(409, refusal("أضف بطاقة أولًا", { fields: { card: ["مطلوبة"] } }));
  const error = await catchFailure(request("POST Clients/Campaigns/start"));
  expect(error).toMatchObject({
    message: "أضف بطاقة أولًا",
    status: 409,
    code: "wallet.card_required",
    fields: { card: ["مطلوبة"] },
  });
  expect(snackbarState()).toMatchObject({ isShown: true, message: "أضف بطاقة أولًا", type: "error" });
});

test("a form that marks its own fields shows no snackbar", async () => {
  serverSays(400, refusal("خطأ"));
  await catchFailure(request("POST Clients/Account/login", { quiet: true }));
  expect(snackbarState().isShown).toBe(false);
});

test("a 401 ends the session and deletes user and abilities", async () => {
  openSession("old", { abilities: [] });
  serverSays(401, refusal("انتهت جلستك"));
  await catchFailure(request("GET Clients/Account/index"));
  expect(accessToken()).toBeNull();
  expect([keys.token, keys.user, keys.abilities].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
    null,
  ]);
});

test("a late 401 of an old session does not end the new one", async () => {
  openSession("old");
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const pending = catchFailure(request("GET Clients/Account/index"));
  openSession("new");
  answer(new Response(JSON.stringify(refusal("انتهت جلستك")), { status: 401 }));
  await pending;
  expect(accessToken()).toBe("new");
});

test("a missing response is reported in the reader's language and may be retried", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const error = await catchFailure(request("GET Clients/Campaigns/index"));
  expect(error.kind).toBe("network");
  expect(error.message).toContain("تعذّر الوصول");
  expect(mayRetry(error)).toBe(true);
});

test("a call the page itself aborted is silent", async () => {
  const stop = new AbortController();
  stop.abort();
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("aborted", "AbortError")));
  const error = await catchFailure(request("GET Clients/Campaigns/index", { signal: stop.signal }));
  expect(error.kind).toBe("aborted");
  expect(snackbarState().isShown).toBe(false);
});

test("a response that is not an envelope never shows its content", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>stack trace</html>", { status: 502 }));
  const error = await catchFailure(request("GET Clients/Campaigns/index"));
  expect(error.message).not.toContain("stack");
  expect(mayRetry(error)).toBe(true);
});

test("a path parameter cannot leave its segment", () => {
  expect(fillPath("Clients/Campaigns/{id}", { id: "../x y" })).toBe("Clients/Campaigns/..%2Fx%20y");
});
