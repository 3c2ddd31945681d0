import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { checkedFirst } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { adviceCalls } from "../contract/advice.calls.ts";
import { cardOrdersCalls } from "../contract/card-orders.calls.ts";
import { consultationsCalls } from "../contract/consultations.calls.ts";
import { dossierCalls } from "../contract/dossier.calls.ts";
import { messagesCalls } from "../contract/messages.calls.ts";
import { ordersCalls } from "../contract/orders.calls.ts";
import { staffCatalogueCalls } from "../contract/staff-catalogue.calls.ts";
import { staffOrdersCalls } from "../contract/staff-orders.calls.ts";
import { actAsStaff, cancelOwnOrder, deleteOwnOrder, rateOrder } from "./act-on-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { exportAllOrders, exportOwnOrders } from "./export-orders.ts";
import { acceptAdvice, declineAdvice, proposeAdvice, showAdvice, showAdviceToStaff } from "./give-advice.ts";
import {
  changeConsultation,
  createConsultation,
  reorderConsultations,
  showCatalogue,
} from "./keep-catalogue.ts";
import { decideConsent, showDossier, showDossierToStaff } from "./keep-dossier.ts";
import { confirmByHand, joinAsConsultant, joinAsMerchant, loadCalendarFile } from "./meetings.ts";
import { orderByCard, showCardOrder } from "./order-by-card.ts";
import { placeOrder } from "./place-order.ts";
import { keepDraft, showOffer, showOffered, showPrice } from "./show-offered.ts";
import { lookAtOrder, showAllOrders, showOrder, showOwnOrders } from "./show-orders.ts";
import {
  openMessageFile,
  readAsStaff,
  showMessages,
  writeAsMerchant,
  writeAsStaff,
} from "./write-message.ts";

export function mountConsultations(app: FastifyInstance, http: HttpContext, deps: ConsultationsDeps): void {
  mountMerchants(app, http, deps);
  mountStaff(app, http, deps);
  mountMessages(app, http, deps);
  mountAdvice(app, http, deps);
  mountCalls(app, http, cardOrdersCalls, {
    "POST Clients/Consultations/{id}/order-by-card": checkedFirst(
      ({ ctx, body }) => deps.billing.limitCoupons(ctx, body.coupon),
      ({ ctx, params, body, language }) => orderByCard(deps)(ctx, { ...params, ...body, language }),
    ),
    "GET Clients/ConsultationCardOrders/{id}": ({ ctx, params }) => showCardOrder(ctx, params.id),
  });
  mountCalls(app, http, dossierCalls, {
    "GET Clients/ConsultationOrders/{id}/dossier": ({ ctx, params }) => showDossier(ctx, params.id),
    "PUT Clients/ConsultationOrders/{id}/dossier": ({ ctx, params, body }) =>
      decideConsent(deps)(ctx, { ...params, ...body }),
    "GET Staff/ConsultationOrders/{id}/dossier": ({ ctx, params }) => showDossierToStaff(ctx, params.id),
  });
}

function mountMerchants(app: FastifyInstance, http: HttpContext, deps: ConsultationsDeps): void {
  mountCalls(app, http, consultationsCalls, {
    "GET Clients/Consultations/index": ({ ctx }) => showOffered(deps)(ctx),
    "GET Clients/Consultations/{id}": ({ ctx, params }) => showOffer(deps)(ctx, params.id),
    "POST Clients/Consultations/{id}/price": checkedFirst(
      ({ ctx, body }) => deps.billing.limitCoupons(ctx, body.coupon),
      ({ ctx, params, body }) => showPrice(deps)(ctx, { ...params, ...body }),
    ),
    "PUT Clients/Consultations/{id}/draft": ({ ctx, params, body }) => keepDraft(ctx, { ...params, ...body }),
  });
  mountCalls(app, http, ordersCalls, {
    "POST Clients/Consultations/{id}/order": checkedFirst(
      ({ ctx, body }) => deps.billing.limitCoupons(ctx, body.coupon),
      ({ ctx, params, body }) => placeOrder(deps)(ctx, { ...params, ...body }),
    ),
    "GET Clients/ConsultationOrders/index": ({ ctx, query }) => showOwnOrders(deps)(ctx, query),
    "GET Clients/ConsultationOrders/export": async ({ ctx, query, language }) =>
      exportOwnOrders(deps)(ctx, { query, language }),
    "GET Clients/ConsultationOrders/{id}": ({ ctx, params }) => showOrder(deps)(ctx, params.id),
    "POST Clients/ConsultationOrders/{id}/cancel": ({ ctx, params, body }) =>
      cancelOwnOrder(deps)(ctx, { ...params, ...body }),
    "POST Clients/ConsultationOrders/{id}/delete": ({ ctx, params }) => deleteOwnOrder(deps)(ctx, params),
    "POST Clients/ConsultationOrders/{id}/join": ({ ctx, params }) => joinAsMerchant(ctx, params),
    "POST Clients/ConsultationOrders/{id}/rate": ({ ctx, params, body }) =>
      rateOrder(deps)(ctx, { ...params, ...body }),
    "GET Clients/ConsultationOrders/{id}/calendar": async ({ ctx, params, language }) => {
      const { content, fileName } = await loadCalendarFile(deps)(ctx, { ...params, language });
      return {
        mime: "text/calendar",
        fileName,
        bytes: content.length,
        open: async () => Readable.from([content]),
      };
    },
  });
}

function mountStaff(app: FastifyInstance, http: HttpContext, deps: ConsultationsDeps): void {
  mountCalls(app, http, staffCatalogueCalls, {
    "GET Staff/Consultations/index": ({ ctx }) => showCatalogue(deps)(ctx),
    "POST Staff/Consultations/create": ({ ctx, body }) => createConsultation(deps)(ctx, body),
    "PUT Staff/Consultations/{id}": ({ ctx, params, body }) =>
      changeConsultation(deps)(ctx, { ...body, ...params }),
    "POST Staff/Consultations/reorder": ({ ctx, body }) => reorderConsultations(deps)(ctx, body.items),
  });
  const act = actAsStaff(deps);
  mountCalls(app, http, staffOrdersCalls, {
    "GET Staff/ConsultationOrders/index": ({ ctx, query }) => showAllOrders(deps)(ctx, query),
    "GET Staff/ConsultationOrders/export": ({ ctx, query, language }) =>
      exportAllOrders(deps)(ctx, { query, language }),
    "GET Staff/ConsultationOrders/{id}": ({ ctx, params }) => lookAtOrder(deps)(ctx, params.id),
    "POST Staff/ConsultationOrders/{id}/accept": ({ ctx, params }) =>
      act(ctx, { ...params, action: "accept" }),
    "POST Staff/ConsultationOrders/{id}/reject": ({ ctx, params, body }) =>
      act(ctx, { ...params, ...body, action: "reject" }),
    "POST Staff/ConsultationOrders/{id}/confirm": ({ ctx, params, body }) =>
      confirmByHand(deps)(ctx, { ...params, ...body }),
    "POST Staff/ConsultationOrders/{id}/join": ({ ctx, params }) => joinAsConsultant(deps)(ctx, params),
    "POST Staff/ConsultationOrders/{id}/complete": ({ ctx, params }) =>
      act(ctx, { ...params, action: "complete" }),
    "POST Staff/ConsultationOrders/{id}/cancel": ({ ctx, params, body }) =>
      act(ctx, { ...params, ...body, action: "cancel" }),
  });
}

function mountAdvice(app: FastifyInstance, http: HttpContext, deps: ConsultationsDeps): void {
  mountCalls(app, http, adviceCalls, {
    "GET Clients/ConsultationOrders/{id}/advice": ({ ctx, params }) => showAdvice(ctx, params.id),
    "POST Clients/ConsultationOrders/{id}/advice/{advice_id}/accept": ({ ctx, params }) =>
      acceptAdvice(deps)(ctx, params),
    "POST Clients/ConsultationOrders/{id}/advice/{advice_id}/decline": ({ ctx, params }) =>
      declineAdvice(ctx, params),
    "GET Staff/ConsultationOrders/{id}/advice": ({ ctx, params }) => showAdviceToStaff(ctx, params.id),
    "POST Staff/ConsultationOrders/{id}/advice": ({ ctx, params, body }) =>
      proposeAdvice(deps)(ctx, { ...params, proposal: body }),
  });
}

function mountMessages(app: FastifyInstance, http: HttpContext, deps: ConsultationsDeps): void {
  const show = showMessages(deps);
  mountCalls(app, http, messagesCalls, {
    "GET Clients/ConsultationOrders/{id}/messages": ({ ctx, params, query }) =>
      show(ctx, { ...params, ...query }),
    "POST Clients/ConsultationOrders/{id}/messages": ({ ctx, params, body, file }) =>
      writeAsMerchant(deps)(ctx, { ...params, ...body, file }),
    "GET Clients/ConsultationOrders/{id}/messages/{message_id}/file": ({ ctx, params }) =>
      openMessageFile(ctx, params),
    "GET Staff/ConsultationOrders/{id}/messages": async ({ ctx, params, query }) =>
      show(await readAsStaff(ctx, params.id), { ...params, ...query }),
    "POST Staff/ConsultationOrders/{id}/messages": ({ ctx, params, body, file }) =>
      writeAsStaff(deps)(ctx, { ...params, ...body, file }),
    "GET Staff/ConsultationOrders/{id}/messages/{message_id}/file": async ({ ctx, params }) =>
      openMessageFile(await readAsStaff(ctx, params.id), params),
  });
}
