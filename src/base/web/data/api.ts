import type { Answer, Call, CallInput, Calls, JsonCallName } from "#base/shared/contract.ts";
import type { Envelope, FieldMessages } from "#base/shared/envelope.ts";
import { localizeDigits, text } from "../runtime/i18n.ts";
import { syncServerTime } from "../runtime/now.ts";
import { currentLanguage } from "../runtime/preferences.ts";
import { accessToken, closeSession, forgetMerchant, shownMerchant } from "../runtime/session.ts";
import { findRefusalAction, notify } from "../runtime/snackbar-state.ts";
import { ApiError } from "./api-error.ts";
import { type ClientRequest, type ClientResponse, send } from "./send.ts";
import { makeTraceparent } from "./traceparent.ts";

type Loose = Record<string, unknown>;

/** The options of a call besides its contract's parts. */
export type CallSettings = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Makes a repeated request count once; see `useIdempotencyKey`. */
  idempotencyKey?: string;
  /** The caller shows the failure itself (a form that marks its fields): no snackbar. */
  quiet?: boolean;
  onProgress?: (sentBytes: number, totalBytes: number) => void;
};

type Part<C extends Call, Name extends "params" | "query" | "body"> =
  CallInput<C, Name> extends undefined
    ? { [key in Name]?: undefined }
    : object extends CallInput<C, Name>
      ? { [key in Name]?: BodyInput<C, Name> }
      : { [key in Name]: BodyInput<C, Name> };
/** A multipart call takes a FormData too, since only that can hold files. */
type BodyInput<C extends Call, Name extends "params" | "query" | "body"> = Name extends "body"
  ? C extends { multipart: true }
    ? CallInput<C, Name> | FormData
    : CallInput<C, Name>
  : CallInput<C, Name>;

export type CallOptions<C extends Call> = Part<C, "params"> &
  Part<C, "query"> &
  Part<C, "body"> &
  CallSettings;

export type Arguments<C extends Call> =
  object extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

/**
 * The calls of one module that answer with JSON, typed by its contract alone (a type import: no schema enters the bundle):
 * `const call = makeCaller<WalletCalls>(); await call("POST Clients/Wallet/deposit", { body })`.
 * Returns the envelope's data; throws ApiError for everything else.
 */
export function makeCaller<Table extends Calls>() {
  return <Name extends JsonCallName<Table>>(
    name: Name,
    ...[options]: Arguments<Table[Name]>
  ): Promise<Answer<Table[Name]>> =>
    request(name, (options ?? {}) as RequestOptions) as Promise<Answer<Table[Name]>>;
}

export type RequestOptions = CallSettings & {
  params?: Loose;
  query?: Loose;
  body?: Loose | FormData | undefined;
};

/** The same without types, for the few places without a contract. */
export async function request(name: string, options: RequestOptions = {}): Promise<unknown> {
  const token = accessToken();
  try {
    const response = await send(toClientRequest(name, options, token));
    syncServerTime(response.header("x-server-time"));
    return openEnvelope(response, token);
  } catch (error) {
    if (error instanceof ApiError && !options.quiet && error.kind !== "aborted")
      notify(error.message, "error", findRefusalAction(error.code));
    throw error;
  }
}

/** The headers of every call; the live stream sends the same. */
export function commonHeaders(token = accessToken()): Record<string, string> {
  return {
    accept: "application/json",
    "x-app-language": currentLanguage(),
    traceparent: makeTraceparent(),
    ...(token === null ? {} : { authorization: `Bearer ${token}`, ...merchantHeader() }),
  };
}

/** The server refuses a call from a page that shows another merchant than its session acts for. */
function merchantHeader(): { "x-merchant"?: string } {
  const merchant = shownMerchant();
  return merchant === null ? {} : { "x-merchant": merchant };
}

export function toClientRequest(name: string, options: RequestOptions, token: string | null): ClientRequest {
  const [method = "GET", path = ""] = name.split(" ");
  const { body, signal, timeoutMs, onProgress } = options;
  const isForm = body instanceof FormData;
  return {
    method,
    url: `/${fillPath(path, options.params)}${queryText(options.query)}`,
    headers: {
      ...commonHeaders(token),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...(options.idempotencyKey === undefined ? {} : { "idempotency-key": options.idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(onProgress ? { onProgress } : {}),
  };
}

/** "Clients/Campaigns/{id}" with its parameters filled in; a merchant's input cannot leave its segment. */
export function fillPath(path: string, params: Loose = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? "")));
}

function queryText(query: Loose = {}): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(key, String(item));
  }
  const joined = pairs.toString();
  return joined === "" ? "" : `?${joined}`;
}

/** Fields of a plain object as multipart text parts; absent values are omitted. */
export function toFormData(
  values: Record<string, string | number | boolean | Blob | null | undefined>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** Another tab of this browser switched to another merchant. */
const merchantSwitched = "base.merchant_switched";

/** The data of an answer; throws ApiError for a refusal. A 401 closes the session it was sent with. */
export function openEnvelope(response: ClientResponse, token: string | null): unknown {
  const envelope = readEnvelope(response);
  // A newer session may have begun before this response arrived: a 401 ends only the session of its own token.
  if (response.status === 401 && token !== null && token === accessToken()) closeSession();
  if (envelope && !envelope.error) return envelope.data;
  if (envelope?.code === merchantSwitched && token === accessToken()) forgetMerchant();
  const message = envelope?.messages[0];
  throw new ApiError("answer", message ? localizeDigits(message) : text("base:client_server"), {
    status: response.status,
    code: envelope?.code ?? "",
    fields: localizeFields(envelope?.fields),
    requestId: envelope?.request_id ?? response.header("x-request-id") ?? "",
    retryAfterSeconds: Number(response.header("retry-after") ?? 0) || 0,
    current: envelope?.current,
  });
}

const localizeFields = (fields: FieldMessages = {}): FieldMessages =>
  Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [name, messages.map((one) => localizeDigits(one))]),
  );

function readEnvelope(response: ClientResponse): Envelope<unknown> | null {
  try {
    const parsed: unknown = JSON.parse(response.text);
    return typeof parsed === "object" && parsed !== null && "error" in parsed
      ? (parsed as Envelope<unknown>)
      : null;
  } catch {
    return null;
  }
}
