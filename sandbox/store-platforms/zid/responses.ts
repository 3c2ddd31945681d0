import type { FastifyReply } from "fastify";
import type { Problem } from "../../base/check-body.ts";

/** Zid's format of a failure (docs.zid.sa, "Responses"). */
export function failure(
  reply: FastifyReply,
  status: number,
  code: string,
  description: string,
): FastifyReply {
  return reply.status(status).send({
    status: "error",
    message: { type: "error", code, name: description, description },
  });
}

export function invalid(reply: FastifyReply, problems: Problem[]): FastifyReply {
  const summary = problems.map(({ field, detail }) => `${field || "body"}: ${detail}`).join("; ");
  return failure(reply, 422, "ERROR_VALIDATION", summary);
}

export function notFound(reply: FastifyReply): FastifyReply {
  return failure(reply, 404, "ERROR_NOT_FOUND", "The requested resource was not found");
}

/** Money as Zid writes it: text with fourteen decimals, with a float's rounding error in them. */
export function formatFloatAmount(halalas: number): string {
  return Math.fround(halalas / 100).toFixed(14);
}

/** UTC without an offset: "2026-11-21 09:30:00". */
export function utcTime(iso: string): string {
  return new Date(iso).toISOString().slice(0, 19).replace("T", " ");
}
