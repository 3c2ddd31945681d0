import type { Handlers } from "#base/server/http/handlers.ts";
import type { AdLicencesCalls } from "../contract/ad-licences.calls.ts";
import { addLicence, editLicence, removeLicence, showLicences } from "./ad-licences.ts";

export const adLicenceHandlers: Handlers<AdLicencesCalls> = {
  "GET Clients/AdLicences/index": ({ ctx }) => showLicences(ctx),
  "POST Clients/AdLicences/create": ({ ctx, body }) => addLicence(ctx, body),
  "PUT Clients/AdLicences/{id}": ({ ctx, params, body }) => editLicence(ctx, { id: params.id, fields: body }),
  "DELETE Clients/AdLicences/{id}": ({ ctx, params }) => removeLicence(ctx, { id: params.id }),
};
