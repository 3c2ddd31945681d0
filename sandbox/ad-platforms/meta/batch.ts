import { isObject, type Json } from "../shared/field-table.ts";
import type { GraphRequest, GraphResponse } from "./call.ts";
import { invalid } from "./errors.ts";
import { BATCH_MAX } from "./facts.ts";

/** POST / with `batch`: each part is a call of its own, and its response is returned as text. */
export async function handleBatch(
  graphRequest: GraphRequest,
  handle: (request: GraphRequest) => Promise<GraphResponse>,
): Promise<Json[]> {
  const parts = partsIn(graphRequest.params.batch);
  const answers: Json[] = [];
  for (const part of parts) answers.push(present(await handle(toBatchRequest(part, graphRequest))));
  return answers;
}

function partsIn(batch: unknown): Json[] {
  let parts: unknown = batch;
  try {
    if (typeof batch === "string") parts = JSON.parse(batch);
  } catch {
    throw invalid("Param batch must be an array.", { blame: ["batch"] });
  }
  if (!Array.isArray(parts) || !parts.every(isObject))
    throw invalid("Param batch must be an array.", { blame: ["batch"] });
  if (parts.length > BATCH_MAX)
    throw invalid(`Too many requests in batch message. Maximum batch size is ${BATCH_MAX}`);
  return parts;
}

/** A part's own token takes precedence over the batch's. */
function toBatchRequest(part: Json, graphRequest: GraphRequest): GraphRequest {
  const url = new URL(String(part.relative_url ?? "").replace(/^\/*/, "/"), "http://sandbox");
  const { access_token, appsecret_proof } = graphRequest.params;
  const shared = { access_token, ...(appsecret_proof === undefined ? {} : { appsecret_proof }) };
  const body = typeof part.body === "string" ? Object.fromEntries(new URLSearchParams(part.body)) : {};
  return {
    ...graphRequest,
    method: String(part.method ?? "GET").toUpperCase(),
    path: url.pathname,
    params: { ...shared, ...Object.fromEntries(url.searchParams), ...body },
    files: [],
  };
}

function present({ status, body, headers }: GraphResponse): Json {
  return {
    code: status,
    headers: Object.entries({ "content-type": "text/javascript; charset=UTF-8", ...headers }).map(
      ([name, value]) => ({
        name,
        value,
      }),
    ),
    body: JSON.stringify(body),
  };
}
