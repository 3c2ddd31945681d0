import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { communicationCalls } from "../../contract/communication.calls.ts";
import type { RulesDeps } from "../deps.ts";
import {
  showCommunicationEvaluations,
  showCommunicationRule,
  showCommunicationRules,
} from "./list-communication.ts";
import {
  changeCommunication,
  createCommunication,
  removeCommunication,
  setCommunicationStatus,
  testCommunication,
} from "./save-communication.ts";

export function mountCommunication(app: FastifyInstance, context: HttpContext, deps: RulesDeps): void {
  const show = showCommunicationRule(deps);
  const test = testCommunication(deps);
  mountCalls(app, context, communicationCalls, {
    "GET Clients/CommunicationRules/index": ({ ctx }) => showCommunicationRules(deps)(ctx),
    "POST Clients/CommunicationRules/create": async ({ ctx, body }) =>
      show(ctx, await createCommunication(deps)(ctx, body)),
    "PUT Clients/CommunicationRules/{id}": async ({ ctx, params, body }) =>
      show(ctx, await changeCommunication(deps)(ctx, params.id, body)),
    "POST Clients/CommunicationRules/{id}/status": async ({ ctx, params, body }) =>
      show(ctx, await setCommunicationStatus(ctx, { id: params.id, ...body })),
    "DELETE Clients/CommunicationRules/{id}": ({ ctx, params }) => removeCommunication(ctx, params.id),
    "GET Clients/CommunicationRules/{id}/evaluations": ({ ctx, params, query }) =>
      showCommunicationEvaluations(deps)(ctx, params.id, query),
    "POST Clients/CommunicationRules/test": ({ ctx, body, language }) => test(ctx, body, language),
  });
}
