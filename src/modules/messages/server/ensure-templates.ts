import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import { languages } from "#base/shared/language.ts";
import { textTemplateNames, textTemplates, toWhatsAppName } from "../contract/text-templates.ts";
import { composeTemplate } from "./compose-text.ts";
import type { WhatsAppSender } from "./whatsapp-sender.port.ts";

type Deps = { messages: Messages; log: Log; publicUrl: string; whatsApp: WhatsAppSender | null };

/** Submits every template in both languages where WhatsApp does not know it yet; one that is not approved is reported. */
export const ensureTemplates =
  ({ messages, log, publicUrl, whatsApp }: Deps) =>
  async (): Promise<void> => {
    if (!whatsApp) return;
    const names = textTemplateNames.filter((name) => !("isSmsOnly" in textTemplates[name]));
    const templates = names.flatMap((template) =>
      languages.map((language) =>
        composeTemplate(messages, { template, name: toWhatsAppName(template), language, publicUrl }),
      ),
    );
    const states = await whatsApp.ensureTemplates(templates);
    const waiting = states.filter(({ status }) => status !== "APPROVED");
    if (waiting.length > 0) log.warn({ templates: waiting }, "WhatsApp has not approved these templates");
  };
