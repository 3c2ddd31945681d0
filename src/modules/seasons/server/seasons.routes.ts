import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { seasonsCalls } from "../contract/seasons.calls.ts";
import { correctMonth, setCostFactor, showCalendar } from "./edit-calendar.ts";
import { listComingSeasons } from "./list-seasons.ts";

export function mountSeasons(app: FastifyInstance, context: HttpContext): void {
  mountCalls(app, context, seasonsCalls, {
    "GET Clients/Seasons/index": ({ ctx }) => listComingSeasons(ctx),
    "GET Staff/Seasons/index": ({ ctx }) => showCalendar(ctx),
    "PUT Staff/Seasons/month": ({ ctx, body: { hijri_year: year, hijri_month: month, shift_days } }) =>
      correctMonth(ctx, { year, month, shiftDays: shift_days }),
    "PUT Staff/Seasons/cost-factor": ({ ctx, body: { season, phase, factor_basis_points: factor } }) =>
      setCostFactor(ctx, { season, phase, factor }),
  });
}
