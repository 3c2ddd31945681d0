/** A request's headers and body: JSON, a form (which sets its own type), or bytes with their type in `headers`. */
export function toRequestInit(body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { headers };
  if (body instanceof FormData) return { headers, body };
  if (body instanceof Uint8Array) return { headers, body: new Uint8Array(body) };
  return { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
