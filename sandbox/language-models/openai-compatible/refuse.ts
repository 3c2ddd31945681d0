import type { FastifyReply, FastifyRequest } from "fastify";
import type { Fault, FaultKind } from "../../base/faults.ts";

/** One use of a fault that was set for this request. */
export type TakeFault = (request: FastifyRequest, kind: FaultKind) => Fault | null;

export type ErrorParts = { type?: string; param?: string | null; code?: string | null };

/** An error as the vendor words it. */
export function refuse(
  reply: FastifyReply,
  status: number,
  words: string,
  { type = "invalid_request_error", param = null, code = null }: ErrorParts = {},
) {
  return reply.status(status).send({ error: { message: words, type, param, code } });
}

/** The refusals that a fault asks for: no quota left, or what moderation says, under the code of the endpoint. */
export function findRefusal(
  request: FastifyRequest,
  takeFault: TakeFault,
  moderationCode: string,
): ({ status: number; message: string } & ErrorParts) | null {
  if (takeFault(request, "no_quota"))
    return {
      status: 429,
      message: "You exceeded your current quota",
      type: "insufficient_quota",
      code: "insufficient_quota",
    };
  if (takeFault(request, "moderation"))
    return {
      status: 400,
      message: "The request was rejected by the safety system",
      code: moderationCode,
    };
  return null;
}
