import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { messagesCalls } from "../contract/messages.calls.ts";
import { messagesEvents } from "../contract/messages.events.ts";
import { messagesRefusals } from "../contract/messages.refusals.ts";
import type { EmailSender } from "./email-sender.port.ts";
import { type MessagesFacade, makeMessagesFacade } from "./messages.facade.ts";
import { messagesJobs } from "./messages.jobs.ts";
import { mountMessages } from "./messages.routes.ts";
import { mountUnsubscribe } from "./unsubscribe.routes.ts";
import { makeUnsubscribeLinks } from "./unsubscribe-links.ts";

export const server = defineModule({
  name: "messages",
  layer: 1,
  needs: ["merchants"],
  ports: ["emailSender"],
  calls: messagesCalls,
  events: messagesEvents,
  refusals: messagesRefusals,
  settings: { EMAILS_PER_MERCHANT_PER_DAY: count(60) },
  build({ facades: { merchants }, ports: { emailSender }, settings, ...shared }) {
    const links = makeUnsubscribeLinks(shared.publicUrl, shared.deriveKeys("unsubscribe links"));
    const deps = {
      ...shared,
      merchants,
      emailSender,
      links,
      codeKey: shared.deriveKey("e-mail codes"),
      maxPerMerchantPerDay: settings.EMAILS_PER_MERCHANT_PER_DAY,
    };
    return {
      facade: makeMessagesFacade(deps),
      mount(app, http) {
        mountMessages(app, http, deps);
        mountUnsubscribe(app, deps);
      },
      jobs: messagesJobs(deps),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    messages: { layer: 1; facade: MessagesFacade };
  }
  interface PortRegistry {
    /** Null where no server for outgoing e-mail is set. */
    emailSender: EmailSender | null;
  }
}
