import type { FastifyReply } from "fastify";
import type { Problem } from "../../base/check-body.ts";

/** Salla's envelope, its money and its dates (Salla docs, "Responses"). */
export function success(reply: FastifyReply, data: unknown, status = 200): FastifyReply {
  return reply.status(status).send({ status, success: true, data });
}

export function sendList<Row>(
  reply: FastifyReply,
  rows: Row[],
  paging: { page: number; perPage: number; url: string },
  present: (row: Row) => unknown,
): FastifyReply {
  const { page, perPage, url } = paging;
  const totalPages = Math.max(1, Math.ceil(rows.length / perPage));
  const shown = rows.slice((page - 1) * perPage, page * perPage);
  const links: Record<string, string> = {};
  if (page > 1) links.previous = `${url}?page=${page - 1}`;
  if (page < totalPages) links.next = `${url}?page=${page + 1}`;
  return reply.status(200).send({
    status: 200,
    success: true,
    data: shown.map(present),
    pagination: { count: shown.length, total: rows.length, perPage, currentPage: page, totalPages, links },
  });
}

export function failure(
  reply: FastifyReply,
  status: number,
  code: string | number,
  message: string,
  fields?: Record<string, string[]>,
): FastifyReply {
  return reply
    .status(status)
    .send({ status, success: false, error: { code, message, ...(fields && { fields }) } });
}

const wording: Record<Problem["kind"], (field: string) => string> = {
  unknown: (field) => `حقل ${field} غير معروف`,
  missing: (field) => `حقل ${field} مطلوب.`,
  type: (field) => `نوع حقل ${field} غير صحيح`,
  enum: (field) => `حقل ${field} لاغٍ`,
  range: (field) => `قيمة حقل ${field} خارج الحدود`,
  format: (field) => `صيغة حقل ${field} غير صحيحة`,
  other: (field) => `حقل ${field} غير صحيح`,
};

/** 422: every wrong field with its sentence. */
export function invalid(reply: FastifyReply, problems: Problem[]): FastifyReply {
  const fields: Record<string, string[]> = {};
  for (const { field, kind } of problems) {
    const name = field || "body";
    fields[name] = [...(fields[name] ?? []), wording[kind](name)];
  }
  return failure(reply, 422, "validation_failed", "alert.invalid_fields", fields);
}

export function money(halalas: number): { amount: number; currency: "SAR" } {
  return { amount: halalas / 100, currency: "SAR" };
}

/** The wall clock of Riyadh without an offset: "2026-11-21 12:30:00". */
export function riyadhTime(iso: string): string {
  return new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

export function riyadhDate(iso: string): { date: string; timezone_type: 3; timezone: "Asia/Riyadh" } {
  return { date: `${riyadhTime(iso)}.000000`, timezone_type: 3, timezone: "Asia/Riyadh" };
}

export function notFound(reply: FastifyReply): FastifyReply {
  return failure(reply, 404, "not_found", "المحتوى المطلوب غير موجود");
}
