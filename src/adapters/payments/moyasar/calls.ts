import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

type Settings = { apiUrl: string; secretKey: string };
type Options = { goneIsDone?: boolean };

export type MoyasarCalls = ReturnType<typeof makeMoyasarCalls>;

/** Calls with the secret key: Basic, the key as the user name (Moyasar docs, Authentication). */
export function makeMoyasarCalls({ apiUrl, secretKey }: Settings) {
  // Without a user agent the network in front of Moyasar answers HTML 403 (error 1010).
  const headers = {
    authorization: `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`,
    "user-agent": "Rawaj/1.0 (+payments)",
  };

  return {
    /** Null when there is no such thing. */
    async get(path: string): Promise<unknown> {
      const answer = await httpRequest({
        method: "GET",
        url: `${apiUrl}${path}`,
        headers,
        timeoutMs: 15_000,
      });
      if (answer.status === 404) return null;
      if (answer.status === 200) return answer.json;
      throw faultOf(answer, "GET");
    },
    /** The body of a success, or the one refusal that says "you did this before". */
    async send(
      method: "POST" | "DELETE",
      path: string,
      json?: unknown,
      { goneIsDone = false }: Options = {},
    ): Promise<unknown> {
      const answer = await httpRequest({ method, url: `${apiUrl}${path}`, headers, json });
      if (answer.status >= 200 && answer.status < 300) return answer.json;
      if (answer.status === 404 && goneIsDone) return null;
      if (typeOf(answer) === "used_given_id") return "used_given_id";
      throw faultOf(answer, method);
    },
  };
}

const typeOf = ({ json }: HttpResponse) => (json as { type?: unknown } | undefined)?.type;

function faultOf(answer: HttpResponse, method: string): AdapterFault {
  const { status, headers, json } = answer;
  const message = (json as { message?: unknown } | undefined)?.message;
  const reason = `Moyasar ${status} ${String(typeOf(answer) ?? "")} ${typeof message === "string" ? message : ""}`;
  if (status === 401 || (status === 403 && json !== undefined))
    return new AdapterFault("reconnect", { reason });
  if (status === 429 || status === 503 || status === 403) {
    const wait = retryAfterSeconds(headers, new Date()) ?? 30;
    return new AdapterFault("later", { reason, retryAfterSeconds: wait });
  }
  // A failing server may have taken the money before it failed.
  if (status >= 500) return new AdapterFault(method === "GET" ? "later" : "outcome_unknown", { reason });
  return new AdapterFault("rejected", { reason });
}
