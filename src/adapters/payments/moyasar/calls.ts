import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

type Settings = { apiUrl: string; secretKey: string };
type Options = { ignoreNotFound?: boolean };

export type MoyasarCalls = ReturnType<typeof makeMoyasarCalls>;

/** Calls with the secret key: Basic authentication, the key as the user name (Moyasar docs, Authentication). */
export function makeMoyasarCalls({ apiUrl, secretKey }: Settings) {
  // Without a user agent the network in front of Moyasar answers HTML 403 (error 1010).
  const headers = {
    authorization: `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`,
    "user-agent": "Rawaj/1.0 (+payments)",
  };

  return {
    /** Null when it does not exist (404). */
    async get(path: string): Promise<unknown> {
      const response = await httpRequest({
        method: "GET",
        url: `${apiUrl}${path}`,
        headers,
        timeoutMs: 15_000,
      });
      if (response.status === 404) return null;
      if (response.status === 200) return response.json;
      throw toFault(response, "GET");
    },
    /** The body of a success, or of the refusal `used_given_id` (the id was used before). */
    async send(
      method: "POST" | "DELETE",
      path: string,
      json?: unknown,
      { ignoreNotFound = false }: Options = {},
    ): Promise<unknown> {
      const response = await httpRequest({ method, url: `${apiUrl}${path}`, headers, json });
      if (response.status >= 200 && response.status < 300) return response.json;
      if (response.status === 404 && ignoreNotFound) return null;
      if (toErrorType(response) === "used_given_id") return "used_given_id";
      throw toFault(response, method);
    },
  };
}

const toErrorType = ({ json }: HttpResponse) => (json as { type?: unknown } | undefined)?.type;

function toFault(response: HttpResponse, method: string): AdapterFault {
  const { status, headers, json } = response;
  const message = (json as { message?: unknown } | undefined)?.message;
  const reason = `Moyasar ${status} ${String(toErrorType(response) ?? "")} ${typeof message === "string" ? message : ""}`;
  if (status === 401 || (status === 403 && json !== undefined))
    return new AdapterFault("reconnect", { reason });
  if (status === 429 || status === 503 || status === 403) {
    const wait = retryAfterSeconds(headers, new Date()) ?? 30;
    return new AdapterFault("later", { reason, retryAfterSeconds: wait });
  }
  // A failing server may have acted before it failed.
  if (status >= 500) return new AdapterFault(method === "GET" ? "later" : "outcome_unknown", { reason });
  return new AdapterFault("rejected", { reason });
}
