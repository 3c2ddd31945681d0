import { createHmac, randomBytes } from "node:crypto";

/** RFC 3986: only letters, digits and -._~ stay as they are. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Parameters as X reads them in a query. */
export function formatQuery(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map((pair) => pair.map(percentEncode).join("="))
    .join("&");
}

/** A token and its secret; the secret is empty before there is a token. */
export type SigningToken = { token: string | null; secret: string };
type Consumer = { consumerKey: string; consumerSecret: string };
type SignedRequest = {
  method: string;
  /** Without a query. */
  url: string;
  /** The parameters of the query and of a form; JSON and multipart bodies are not signed. */
  parameters?: Readonly<Record<string, string>>;
  /** Additional `oauth_…` fields: the callback, the verifier. */
  oauth?: Readonly<Record<string, string>>;
};

/** The `Authorization` header of a request (X docs, OAuth 1.0a, HMAC-SHA1). */
export function buildAuthorization(
  { consumerKey, consumerSecret }: Consumer,
  { token, secret }: SigningToken,
  { method, url, parameters = {}, oauth = {} }: SignedRequest,
  at: { now: Date; nonce?: string },
): string {
  const fields: Record<string, string> = {
    oauth_consumer_key: consumerKey,
    oauth_nonce: at.nonce ?? randomBytes(16).toString("hex"),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(at.now.getTime() / 1_000)),
    ...(token === null ? {} : { oauth_token: token }),
    oauth_version: "1.0",
    ...oauth,
  };
  const base = signatureBase(method, url, { ...parameters, ...fields });
  const key = `${percentEncode(consumerSecret)}&${percentEncode(secret)}`;
  fields.oauth_signature = createHmac("sha1", key).update(base).digest("base64");
  const headerFields = Object.entries(fields).map(([name, value]) => `${name}="${percentEncode(value)}"`);
  return `OAuth ${headerFields.join(", ")}`;
}

function signatureBase(method: string, address: string, parameters: Record<string, string>): string {
  const encoded = Object.entries(parameters).map((pair) => pair.map(percentEncode).join("="));
  const byName = encoded.sort((one, other) => (getParameterName(one) < getParameterName(other) ? -1 : 1));
  const url = new URL(address);
  return [method, url.origin + url.pathname, byName.join("&")].map(percentEncode).join("&");
}

const getParameterName = (pair: string) => pair.slice(0, pair.indexOf("="));
