import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseMultipart } from "../../base/mount.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { handleBatch } from "./batch.ts";
import type { Call, Context, GraphRequest, GraphResponse, Handler } from "./call.ts";
import { badToken, errorBody, GraphError, invalid, unknownObject } from "./errors.ts";
import { VERSIONS } from "./facts.ts";
import { handleOauth } from "./oauth.ts";
import { findPixel } from "./pixel.ts";
import { APP, computeAppSecretProof, type Tokens } from "./tokens.ts";
import type { Usage } from "./usage.ts";

export type Graph = { context: Context; tokens: Tokens; usage: Usage; handlers: Record<string, Handler> };

/** Removed in v26 (Graph API changelog). */
const REMOVED_PARAMS = ["pretty", "debug", "date_format", "ids"];

/** Serves graph.facebook.com or graph-video.facebook.com: both serve the same graph. */
export function serveGraph(app: FastifyInstance, graph: Graph, host: string): void {
  app.all("/*", async (request, reply) => {
    const graphRequest = await parseGraphRequest(request, graph.context.world.url(host)).catch(
      (error: unknown) => error,
    );
    const answered =
      graphRequest instanceof GraphError
        ? toErrorResponse(graph, graphRequest)
        : await handleRequest(graph, graphRequest as GraphRequest);
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  });
}

export function sendFailure(reply: FastifyReply, error: GraphError, traceId: string): unknown {
  return reply
    .code(error.status)
    .headers(error.details.headers ?? {})
    .send(errorBody(error, traceId));
}

async function parseGraphRequest(request: FastifyRequest, origin: string): Promise<GraphRequest> {
  const url = new URL(request.vendorPath, "http://sandbox");
  const { fields, files } = await parseBody(request);
  const header = /^(?:Bearer|OAuth) (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  return {
    method: request.method,
    path: url.pathname,
    params: { ...Object.fromEntries(url.searchParams), ...fields },
    files,
    headerToken: header ?? null,
    origin,
  };
}

async function parseBody(request: FastifyRequest): Promise<{ fields: Json; files: Call["files"] }> {
  if (!request.headers["content-type"]?.startsWith("multipart/form-data"))
    return { fields: isObject(request.body) ? request.body : {}, files: [] };
  const form = await parseMultipart(request).catch(() => {
    throw invalid("The multipart body could not be read");
  });
  const fields: Json = {};
  const files: Call["files"] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else files.push({ name, fileName: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return { fields, files };
}

export async function handleRequest(graph: Graph, graphRequest: GraphRequest): Promise<GraphResponse> {
  try {
    const [version = "", ...path] = graphRequest.path.split("/").filter(Boolean);
    if (graphRequest.method === "POST" && path.length === 0 && graphRequest.params.batch !== undefined)
      return ok(await handleBatch(graphRequest, (request) => handleRequest(graph, request)));
    if (!VERSIONS.includes(version))
      throw new GraphError(
        2_635,
        `(#2635) You are calling a deprecated version of the Ads API: ${version || "none"}`,
      );
    const removedParam = REMOVED_PARAMS.find((name) => graphRequest.params[name] !== undefined);
    if (removedParam)
      throw invalid(`The parameter ${removedParam} is no longer supported`, { blame: [removedParam] });
    const opened = handleOauth(graph, path, graphRequest.params);
    if (opened) return ok(opened);
    return await handleNode(graph, version, path, graphRequest);
  } catch (error) {
    if (error instanceof GraphError) return toErrorResponse(graph, error);
    throw error;
  }
}

async function handleNode(
  graph: Graph,
  version: string,
  path: string[],
  graphRequest: GraphRequest,
): Promise<GraphResponse> {
  const { token, grant, identity } = authenticate(graph, graphRequest);
  const { access_token: _token, appsecret_proof: _proof, ...params } = graphRequest.params;
  const call: Call = { ...graphRequest, version, path, params, token, grant, identity };
  const { name, accountId } = resolveRoute(graph.context, path);
  const handle = graph.handlers[`${graphRequest.method} ${name}`];
  if (!handle) throw unknownObject(path.join("/"), graphRequest.method);
  const business = name.endsWith("insights") || name === "reports" ? "ads_insights" : "ads_management";
  const headers = accountId ? graph.usage.charge(accountId, business, graphRequest.method !== "GET") : {};
  return { ...ok(await handle(call)), headers };
}

/** The route key of a path, by the kind of its first part: "act/campaigns", "adsets", "me/accounts". */
function resolveRoute(
  { registry, customerLists }: Context,
  path: string[],
): { name: string; accountId: string | null } {
  const [first = "", edge] = path;
  const withEdge = (name: string) => (edge ? `${name}/${edge}` : name);
  if (path.length > 2) throw unknownObject(path.join("/"));
  if (first === "me" || first === "search" || first === "dataset_quality")
    return { name: withEdge(first), accountId: null };
  if (/^act_\d+$/.test(first)) return { name: withEdge("act"), accountId: first.slice(4) };
  const row = registry.findObject(first);
  if (row) return { name: withEdge(row.kind), accountId: row.account_id };
  if (customerLists.findAnywhere(first)) return { name: withEdge("audience"), accountId: null };
  if (findPixel(registry, first)) return { name: withEdge("pixel"), accountId: null };
  if (registry.pageAt(first)) return { name: withEdge("page"), accountId: null };
  throw unknownObject(first);
}

function authenticate({ tokens, context }: Graph, { params, headerToken }: GraphRequest) {
  const given = params.access_token ?? headerToken;
  if (typeof given !== "string" || given === "")
    throw new GraphError(
      2_500,
      "An active access token must be used to query information about the current user.",
    );
  const grant = tokens.read(given);
  if (grant === "expired") throw badToken(463, "Error validating access token: Session has expired.");
  if (grant === "revoked")
    throw badToken(458, `Error validating access token: The user has not authorized application ${APP.id}.`);
  const identity = grant === "invalid" ? null : context.registry.findIdentity(grant.identity);
  if (grant === "invalid" || !identity)
    throw badToken(undefined, "Invalid OAuth access token - Cannot parse access token");
  const proof = params.appsecret_proof;
  if (proof !== undefined && proof !== computeAppSecretProof(given))
    throw new GraphError(104, "Invalid appsecret_proof provided in the API argument", {
      type: "GraphMethodException",
    });
  return { token: given, grant, identity };
}

const ok = (body: unknown): GraphResponse => ({ status: 200, body, headers: {} });

function toErrorResponse({ context }: Graph, error: GraphError): GraphResponse {
  const body = errorBody(error, context.world.ids.token("meta/trace", 22));
  return { status: error.status, body, headers: error.details.headers ?? {} };
}
