import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RateLimit } from "../../base/rate-limit.ts";
import type { Json } from "../shared/field-table.ts";
import { errorBody, GoogleError, requestError } from "./errors.ts";
import { VERSIONS } from "./facts.ts";
import { suggestPlaces } from "./geo.ts";
import { authenticate, type Caller, requireCustomer, withinLimit } from "./guard.ts";
import { handleMutate, kindPaths } from "./mutate-calls.ts";
import { type Context, ensureLogo } from "./registry.ts";
import { search, searchStream } from "./search-calls.ts";
import type { Tokens } from "./tokens.ts";
import { continueUpload, startUpload, type Uploads } from "./uploads.ts";

export type Call = Caller & {
  context: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  version: string;
  requestId: string;
};
type Deps = { context: Context; tokens: Tokens; limit: RateLimit; uploads: Uploads };

const CUSTOMER_CALL = /^\/(v\d+)\/customers\/([^/:]+)\/(\w+):(\w+)$/;

/** googleads.googleapis.com over REST: JSON in and out, and every failure in the API's one shape. */
export function serveApi(app: FastifyInstance, deps: Deps): void {
  app.all("/*", async (request, reply) => {
    const requestId = makeRequestId(deps.context);
    reply.header("request-id", requestId);
    try {
      return await handleRequest(deps, request, reply, requestId);
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error;
      const body = errorBody(error, versionIn(request.vendorPath), requestId);
      // A stream's error comes as a list, like its results.
      const isStream = request.vendorPath.split("?")[0]?.endsWith(":searchStream");
      return reply.code(error.status).send(isStream ? [body] : body);
    }
  });
}

export const makeRequestId = ({ world }: Context): string => world.ids.token("google/request", 22);

export function versionIn(path: string): string {
  return /\/(v\d+)\//.exec(path)?.[1] ?? "v25";
}

async function handleRequest(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  requestId: string,
): Promise<unknown> {
  const path = new URL(request.vendorPath, "http://sandbox").pathname;
  const version = /^(?:\/resumable\/upload)?\/(v\d+)\//.exec(path)?.[1];
  if (!version) return notFound(reply, path);
  const identity = authenticate(request, deps.tokens);
  if (!(VERSIONS as readonly string[]).includes(version))
    throw requestError(400, "requestError", "UNSUPPORTED_VERSION", `Version ${version} is not supported.`);
  const own = ownCall(deps, request, path, identity.key);
  if (own) return own({ accounts: identity.manager ? [identity.manager] : identity.accounts });
  const upload = /^\/resumable\/upload\/v\d+\/customers\/([^/:]+)\/youTubeVideoUploads:create$/.exec(path);
  const match = CUSTOMER_CALL.exec(path);
  const id = upload?.[1] ?? match?.[2];
  if (!id) return notFound(reply, path);
  const caller = requireCustomer(request, deps.context, identity, id);
  withinLimit(deps.limit, id);
  ensureLogo(deps.context, caller.customer);
  const call: Call = { ...caller, context: deps.context, request, reply, version, requestId };
  if (upload) return uploadCall(call, deps);
  if (request.method !== "POST") return notFound(reply, path);
  const [, , , what = "", verb = ""] = match ?? [];
  if (what === "googleAds" && verb === "search") return search(call);
  if (what === "googleAds" && verb === "searchStream") return searchStream(call);
  if (verb === "mutate" && (what === "googleAds" || kindPaths.has(what))) return handleMutate(call, what);
  return notFound(reply, path);
}

/** Calls without a customer in the path. */
function ownCall({ limit }: Deps, request: FastifyRequest, path: string, key: string) {
  const [method, name] = [request.method, path.replace(/^\/v\d+\//, "")];
  if (method === "GET" && name === "customers:listAccessibleCustomers") {
    withinLimit(limit, key);
    // Directly accessible customers; accounts below a manager are not in the list.
    return ({ accounts }: { accounts: { id: string }[] }): Json =>
      accounts.length > 0 ? { resourceNames: accounts.map(({ id }) => `customers/${id}`) } : {};
  }
  if (method === "POST" && name === "geoTargetConstants:suggest") {
    withinLimit(limit, key);
    return (): Json => {
      const { locationNames, locale = "en" } = (request.body ?? {}) as {
        locationNames?: { names?: string[] };
        locale?: string;
      };
      return { geoTargetConstantSuggestions: suggestPlaces(locationNames?.names ?? [], locale) };
    };
  }
  return null;
}

function uploadCall(call: Call, { uploads }: Deps): Promise<unknown> | unknown {
  const command = String(call.request.headers["x-goog-upload-command"] ?? "");
  return command === "start" ? startUpload(call, uploads) : continueUpload(call, uploads, command);
}

/** A wrong address is answered in HTML by the infrastructure in front of the API. */
function notFound(reply: FastifyReply, path: string): unknown {
  return reply
    .code(404)
    .type("text/html; charset=utf-8")
    .send(
      `<!DOCTYPE html><title>Error 404 (Not Found)</title><p>The requested URL <code>${encodeURI(path)}</code> was not found.`,
    );
}
