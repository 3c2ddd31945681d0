import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { companyCalls } from "../contract/company.calls.ts";
import { type EditDeps, saveDetails, showDetails } from "./edit-details.ts";
import { saveTexts, showTexts } from "./edit-texts.ts";

export function mountCompany(app: FastifyInstance, http: HttpContext, deps: EditDeps): void {
  mountCalls(app, http, companyCalls, {
    "GET Staff/Company/details": ({ ctx }) => showDetails(ctx),
    "PUT Staff/Company/details": ({ ctx, body }) => saveDetails(deps)(ctx, body),
    "GET Staff/Company/texts": ({ ctx }) => showTexts(ctx),
    "PUT Staff/Company/texts/{document}": ({ ctx, params, body }) =>
      saveTexts(deps)(ctx, { ...params, ...body }),
  });
}
