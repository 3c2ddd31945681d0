import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { buildSchema, execute, GraphQLError, Kind, parse, validate } from "graphql";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { actualCost, MAX_POINTS, makePoints, requestedCost } from "./cost.ts";
import type { Shop } from "./model.ts";
import type { Session } from "./resolvers.ts";

const schema = buildSchema(readFileSync(new URL("./admin.graphql", import.meta.url), "utf8"));

/** How many points a plan holds, and how fast they are restored (shopify.dev, "API limits"). */
const plans: Record<Shop["plan"], { size: number; perSecond: number }> = {
  standard: { size: 2_000, perSecond: 100 },
  advanced: { size: 4_000, perSecond: 200 },
  plus: { size: 20_000, perSecond: 1_000 },
};

const bodyShape = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** Runs GraphQL requests against the schema and counts points. Every error of a query comes with HTTP 200. */
export function makeGraph(makeRoot: (session: Session) => object) {
  const points = makePoints();

  return async (request: FastifyRequest, reply: FastifyReply, session: Session) => {
    const body = checkBody(bodyShape, request.body ?? {});
    if (!body.ok)
      return reply.status(400).send({ errors: { query: "Required parameter missing or invalid" } });
    const { query, variables, operationName } = body.value;
    const document = parsed(query);
    if (document instanceof GraphQLError) return reply.send({ errors: [presentError(document)] });
    const problems = validate(schema, document);
    if (problems.length > 0) return reply.send({ errors: problems.map(presentError) });

    const requested = requestedCost(document, variables ?? {});
    const plan = plans[session.shop.plan];
    const available = points.of(session.shop.id, plan);
    const costs = (actual: number | null, left: number) => ({
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: actual,
        throttleStatus: {
          maximumAvailable: plan.size,
          currentlyAvailable: Math.floor(left),
          restoreRate: plan.perSecond,
        },
      },
    });
    if (requested > MAX_POINTS)
      return reply.send({ errors: [costTooHigh(requested)], extensions: costs(null, available) });
    if (requested > available)
      return reply.send({ errors: [throttled()], extensions: costs(null, available) });

    const result = await execute({
      schema,
      document,
      rootValue: makeRoot(session),
      variableValues: variables ?? {},
      operationName: operationName ?? undefined,
    });
    const isMutation = document.definitions.some(
      (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === "mutation",
    );
    const actual = actualCost(result.data) + (isMutation ? 10 : 0);
    points.spend(session.shop.id, actual);
    return reply.send({
      ...(result.errors && { errors: result.errors.map(presentError) }),
      data: result.data ?? null,
      extensions: costs(actual, available - actual),
    });
  };
}

function parsed(query: string) {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function presentError({ message, locations, path, extensions }: GraphQLError) {
  return {
    message,
    ...(locations && { locations }),
    ...(path && { path }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
}

const limits = "https://shopify.dev/api/usage/limits#rate-limits";

/** The vendor's code for "too many requests", inside HTTP 200. */
export function throttled() {
  return { message: "Throttled", extensions: { code: "THROTTLED", documentation: limits } };
}

function costTooHigh(cost: number) {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_POINTS}).`,
    extensions: { code: "MAX_COST_EXCEEDED", cost, maxCost: MAX_POINTS, documentation: limits },
  };
}

/** The `throttled` state for a given wait: that many points are missing. */
export function throttledFor(seconds: number) {
  const { size, perSecond } = plans.standard;
  return {
    errors: [throttled()],
    extensions: {
      cost: {
        requestedQueryCost: perSecond * seconds,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: size, currentlyAvailable: 0, restoreRate: perSecond },
      },
    },
  };
}
