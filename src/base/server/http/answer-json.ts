import type { FastifyReply } from "fastify";

/** Answers with data in the envelope. */
export function answerJson(data: unknown, reply: FastifyReply) {
  return reply.send({ error: false, messages: [], data: data ?? null });
}
