import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { checkBody } from "../base/check-body.ts";
import { parseDuration } from "../base/clock.ts";
import { faultKinds } from "../base/faults.ts";
import { Refusal, type Vendor } from "../base/vendor.ts";
import type { World } from "../base/world.ts";

const MAX_STEP_MS = 400 * 24 * 3_600_000;

/** The control API: JSON, for loopback only unless SANDBOX_OPEN=1. Wrong input is answered with 400 and a sentence. */
export function controlRoutes(app: FastifyInstance, world: World, vendors: Vendor[]): void {
  const names = vendors.map((vendor) => vendor.vendor);
  const hosts = vendors.flatMap((vendor) => vendor.hosts);
  const findVendor = (name: unknown): Vendor => {
    const found = vendors.find((vendor) => vendor.vendor === name);
    if (!found) throw new Refusal(`vendor must be one of ${names.join(", ")}`);
    return found;
  };

  app.get("/control/hosts", () => Object.fromEntries(hosts.map(({ name }) => [name, world.url(name)])));
  app.get("/control/vendors", () =>
    vendors.map(({ vendor, title, hosts: own, issueTokens }) => ({
      vendor,
      title,
      tokens: issueTokens !== undefined,
      hosts: own.map(({ name, standsFor }) => ({ name, stands_for: standsFor, url: world.url(name) })),
    })),
  );
  app.get("/control/credentials", () => Object.assign({}, ...vendors.map((vendor) => vendor.credentials)));
  app.post("/control/tokens", (request) => {
    const input = (request.body ?? {}) as Record<string, unknown>;
    const { issueTokens, vendor } = findVendor(input.vendor);
    if (!issueTokens)
      throw new Refusal(`${vendor} gives no tokens: its keys are in GET /control/credentials`);
    return issueTokens(input);
  });

  app.get("/control/received", (request) => {
    const query = request.query as Record<string, string | undefined>;
    return world.received.list({ ...query, limit: parseLimit(query.limit, 100, 2_000) });
  });
  app.delete("/control/received", () => {
    world.received.clear();
    return { cleared: true };
  });

  app.get("/control/webhooks", (request) => {
    const query = request.query as Record<string, string | undefined>;
    return world.webhooks.list({ vendor: query.vendor, limit: parseLimit(query.limit, 100, 2_000) });
  });
  app.post("/control/webhooks", async (request) => {
    checked(z.strictObject({ retry: z.literal("now") }), request.body);
    return { retried: await world.webhooks.retryNow() };
  });

  for (const vendor of vendors) vendor.controlRoutes?.(app);
  clockRoutes(app, world);
  faultRoutes(app, world, findVendor);
}

function clockRoutes(app: FastifyInstance, world: World): void {
  const shape = z.strictObject({
    speed: z.number().min(0).max(100_000).optional(),
    paused: z.boolean().optional(),
    step: z.union([z.string(), z.number()]).optional(),
  });
  const presentClock = () => ({
    now: world.now().toISOString(),
    speed: world.clock.paused ? 0 : world.clock.speed,
    paused: world.clock.paused,
    set_speed: world.clock.speed,
  });
  app.get("/control/clock", presentClock);
  app.post("/control/clock", async (request) => {
    const { step, ...change } = checked(shape, request.body);
    const span = step === undefined ? null : parseDuration(step);
    if (step !== undefined && span === null)
      throw new Refusal('step must be like "PT1H" or "P30D", or seconds');
    if (span !== null && span > MAX_STEP_MS) throw new Refusal("step must be 400 days at most");
    if (change.speed !== undefined && change.speed > 0 && change.paused === undefined) change.paused = false;
    world.clock.set(change);
    if (span !== null) await world.clock.step(span);
    return presentClock();
  });

  app.get("/control/seed", () => ({ seed: world.seed }));
  app.post("/control/seed", async (request) => {
    const body = checked(
      z.strictObject({ seed: z.union([z.string().min(1), z.number()]), reset: z.boolean().optional() }),
      request.body,
    );
    await world.clock.betweenSlots(() => {
      if (body.reset) world.reset();
      world.reseed(String(body.seed));
    });
    return { seed: world.seed, now: world.now().toISOString() };
  });
}

function faultRoutes(app: FastifyInstance, world: World, findVendor: (name: unknown) => Vendor): void {
  const shape = z.strictObject({
    vendor: z.string(),
    kind: z.enum(faultKinds),
    times: z.number().int().min(1).nullish(),
    path: z.string().optional(),
    method: z.string().optional(),
    retry_after: z.number().min(0).optional(),
    ms: z.number().min(0).max(600_000).optional(),
    seconds: z.number().min(0).optional(),
  });
  app.get("/control/faults", () => ({ kinds: faultKinds, faults: world.faults.list() }));
  app.post("/control/faults", (request) => {
    const body = checked(shape, request.body);
    const vendor = findVendor(body.vendor);
    if (body.kind === "expire_tokens") {
      if (!vendor.expireTokens) throw new Refusal(`${vendor.vendor} has no tokens that expire`);
      return { expired: vendor.expireTokens() };
    }
    return world.faults.add({ ...body, times: body.times ?? null });
  });
  /** By id, by vendor or by kind; without a filter, all of them. */
  app.delete("/control/faults", (request) => {
    const { id, vendor, kind } = request.query as Record<string, string | undefined>;
    return {
      removed: world.faults.remove({ id, vendor, kind: kind as (typeof faultKinds)[number] | undefined }),
    };
  });
}

/** The validated body, or a Refusal that names each wrong field. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = checkBody(schema, body ?? {});
  if (result.ok) return result.value;
  throw new Refusal(result.problems.map(({ field, detail }) => `${field || "body"}: ${detail}`).join("; "));
}

export function parseLimit(text: string | undefined, fallback: number, max: number): number {
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 1) throw new Refusal("limit must be a whole number from 1");
  return Math.min(value, max);
}

/** Refusals are 400 with their sentence; everything else is an error of the sandbox and says so. */
export function controlErrors(error: Error, reply: FastifyReply): FastifyReply {
  const isClientError = error instanceof Refusal || (error as { statusCode?: number }).statusCode === 400;
  return reply.status(isClientError ? 400 : 500).send({ error: error.message });
}
