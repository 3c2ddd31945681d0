import type { TextMessage, TextMessenger } from "#modules/merchants/server/text-message.port.ts";
import type { WhatsAppMessage, WhatsAppOutcome, WhatsAppSender } from "../server/whatsapp-sender.port.ts";

/** Both ports of texts with answers that a test sets; what was accepted is kept. */
export function fakeTextVendors() {
  const sms: TextMessage[] = [];
  const whatsAppMessages: WhatsAppMessage[] = [];
  const accept = async (message: WhatsAppMessage): Promise<WhatsAppOutcome> => ({
    kind: "accepted",
    providerId: `wamid.${message.reference}`,
  });
  let answerWhatsApp = accept;
  let answerSms = async (): Promise<void> => undefined;
  const textMessenger: TextMessenger & { recognizesRepeats: boolean } = {
    recognizesRepeats: false,
    async send(message) {
      await answerSms();
      sms.push(message);
      return { providerId: message.reference, parts: 1 };
    },
  };
  const whatsApp: WhatsAppSender = {
    async send(message) {
      const outcome = await answerWhatsApp(message);
      if (outcome.kind === "accepted") whatsAppMessages.push(message);
      return outcome;
    },
    ensureTemplates: async (templates) =>
      templates.map(({ name, language }) => ({ name, language, status: "APPROVED" })),
    parseWebhook: () => null,
    answerChallenge: () => null,
  };
  return {
    textMessenger,
    whatsApp,
    sms,
    whatsAppMessages,
    answerWhatsApp(next: typeof answerWhatsApp) {
      answerWhatsApp = next;
    },
    answerSms(next: typeof answerSms) {
      answerSms = next;
    },
    reset() {
      sms.length = 0;
      whatsAppMessages.length = 0;
      answerWhatsApp = accept;
      answerSms = async () => undefined;
      textMessenger.recognizesRepeats = false;
    },
  };
}
