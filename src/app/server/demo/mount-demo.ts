import type { FastifyInstance, FastifyRequest } from "fastify";
import { normalizeAddress } from "#base/server/client-address.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { parseBearer } from "#base/server/http/session.ts";
import { makeMinuteLimit } from "#base/server/minute-limit.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import type { CallName } from "#base/shared/contract.ts";
import { parseLanguage } from "#base/shared/language.ts";
import { demoRefusals } from "#modules/demo/contract/demo.refusals.ts";
import { demoMerchantId } from "#modules/demo/contract/demo-merchant.ts";
import type { DemoStore } from "./demo-store.ts";
import type { DemoRequest } from "./open-demo-app.ts";
import { postedReadings, readBody } from "./readings.ts";

/** Answers that one address may have made for it in a minute; those that others had made before are free. */
const answersPerMinute = 400;

type Deps = {
  store: Pick<DemoStore, "getApp">;
  isVisit(token: string): boolean;
  /** The product's own calls, once they are mounted. */
  mounted: HttpContext["mounted"];
};

/**
 * In front of every call: a request of a visitor is answered by the demo store, and what would change something is
 * refused here, before anything is read. Calls that need no session stay the product's own, the sign-in among them.
 */
export function mountDemo(app: FastifyInstance, { store, isVisit, mounted }: Deps): void {
  const limit = makeMinuteLimit();

  app.addHook("onRequest", async (request, reply) => {
    const caller = findCaller(request);
    if (caller === null) return;
    const demo = await store.getApp();
    reply.header("x-server-time", demo.now.toISOString());
    const demoRequest = await toDemoRequest(request, caller);
    const known = demo.findAnswer(demoRequest);
    if (!known) requireAnswersLeft(request.ip);
    const { status, headers, body } = await (known ?? demo.answer(demoRequest));
    return reply.code(status).headers(headers).send(body);
  });

  /** Whose request the demo store answers: a visitor's, or that of a page that shows one of the demo's pictures. */
  function findCaller(request: FastifyRequest): DemoRequest["caller"] | null {
    if (!request.url.startsWith("/Clients/")) return null;
    const { authorization } = request.headers;
    const { m: merchantId } = request.query as { m?: unknown };
    if (authorization === undefined) return merchantId === demoMerchantId ? "signed address" : null;
    const isPublic = mounted[toCallName(request)]?.access === "public";
    return !isPublic && isVisit(parseBearer(authorization) ?? "") ? "visitor" : null;
  }

  function requireAnswersLeft(ip: string): void {
    const seconds = limit.take(normalizeAddress(ip), answersPerMinute);
    if (seconds > 0) demoRefusals.refuse("demo.too_many_requests", waitParams(seconds));
  }
}

/** Refuses what is not a reading. */
async function toDemoRequest(request: FastifyRequest, caller: DemoRequest["caller"]): Promise<DemoRequest> {
  const { method, url, headers } = request;
  const { range = "" } = headers;
  const language = parseLanguage(headers["x-app-language"]?.toString());
  const parts = { caller, url, language, range };
  if (method === "GET" || method === "HEAD") return { ...parts, method, body: "" };
  if (!postedReadings.has(toCallName(request))) return demoRefusals.refuse("demo.read_only");
  return { ...parts, method: "POST", body: await readBody(request.raw) };
}

const toCallName = ({ method, routeOptions: { url = "" } }: FastifyRequest): CallName =>
  `${method} ${url.slice(1).replace(/:(\w+)/g, "{$1}")}` as CallName;
