import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { textChannels } from "../contract/enums.ts";
import { messagesCalls } from "../contract/messages.calls.ts";
import { messagesEvents } from "../contract/messages.events.ts";
import { messagesRefusals } from "../contract/messages.refusals.ts";
import type { EmailSender } from "./email-sender.port.ts";
import { ensureTemplates } from "./ensure-templates.ts";
import { type MessagesFacade, makeMessagesFacade } from "./messages.facade.ts";
import { messagesJobs } from "./messages.jobs.ts";
import { messagesData } from "./messages.personal-data.ts";
import { mountMessages } from "./messages.routes.ts";
import { sendTextsJob } from "./send-texts.job.ts";
import type { TextReportSource } from "./text-report.port.ts";
import { mountTextWebhooks } from "./text-webhooks.routes.ts";
import { mountUnsubscribe } from "./unsubscribe.routes.ts";
import { makeUnsubscribeLinks } from "./unsubscribe-links.ts";
import type { WhatsAppSender } from "./whatsapp-sender.port.ts";

export const server = defineModule({
  name: "messages",
  layer: 1,
  needs: ["merchants"],
  ports: ["emailSender", "textMessenger", "whatsApp", "textReportSources"],
  calls: messagesCalls,
  events: messagesEvents,
  refusals: messagesRefusals,
  settings: {
    EMAILS_PER_MERCHANT_PER_DAY: count(60),
    TEXTS_PER_MERCHANT_PER_DAY: count(40),
    SMS_PER_SECOND: count(20),
    WHATSAPP_PER_SECOND: count(80),
  },
  personalData: messagesData,
  build({ facades: { merchants }, ports, settings, ...shared }) {
    const links = makeUnsubscribeLinks(shared.publicUrl, shared.deriveKeys("unsubscribe links"));
    const deps = {
      ...shared,
      ...ports,
      merchants,
      links,
      codeKey: shared.deriveKey("e-mail codes"),
      maxPerMerchantPerDay: settings.EMAILS_PER_MERCHANT_PER_DAY,
      maxTextsPerMerchantPerDay: settings.TEXTS_PER_MERCHANT_PER_DAY,
      textsPerSecond: { sms: settings.SMS_PER_SECOND, whatsapp: settings.WHATSAPP_PER_SECOND },
    };
    return {
      facade: makeMessagesFacade(deps),
      mount(app, http) {
        mountMessages(app, http, deps);
        mountUnsubscribe(app, deps);
        mountTextWebhooks(app, deps);
      },
      jobs: messagesJobs(deps),
      startBackground() {
        // What a killed process left is not left to the review of the next minute.
        shared.db
          .transaction(async (tx) => {
            for (const channel of textChannels) await tx.enqueue(sendTextsJob, { channel }, { key: channel });
          })
          .catch((error) => deps.log.warn({ err: error }, "the outbox of texts could not be looked at"));
        // A new installation begins with its templates; later starts find them there.
        ensureTemplates(deps)().catch((error) =>
          deps.log.warn({ err: error }, "the templates of WhatsApp could not be ensured"),
        );
        return { stop() {} };
      },
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
    /** Null where WhatsApp is not set: then texts go by SMS. */
    whatsApp: WhatsAppSender | null;
    textReportSources: readonly TextReportSource[];
  }
}
