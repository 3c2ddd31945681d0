import type { Language } from "#base/shared/language.ts";

/** Port for WhatsApp (`adapters/messaging/whatsapp`). */
export interface WhatsAppSender {
  /**
   * Sends one message of an approved template. Throws AdapterFault: `reconnect` (our token, number or account is not
   * accepted), `later` (certainly not sent), `outcome_unknown` (no response came: it may have been sent).
   */
  send(message: WhatsAppMessage): Promise<WhatsAppOutcome>;
  /** Submits the templates that WhatsApp does not know yet; answers the state of each. */
  ensureTemplates(templates: readonly WhatsAppTemplate[]): Promise<WhatsAppTemplateState[]>;
  /** What a webhook reports; null when its signature is not WhatsApp's. */
  parseWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): WhatsAppWebhook | null;
  /** The challenge to answer with when WhatsApp checks our address; null when somebody else does. */
  answerChallenge(query: Record<string, string | undefined>): string | null;
}

export type WhatsAppMessage = {
  /** `+9665XXXXXXXX`. */
  to: string;
  /** Ours; it comes back with every report. */
  reference: string;
  template: string;
  language: Language;
  /** What fills the template's numbered places, in order: no line breaks, nothing empty. */
  params: readonly string[];
  /** What follows the button's address, for a template that has one. */
  linkPath: string | null;
};

/** `undeliverable`: this number cannot get it. `template`: ours is wrong, not approved or stopped. */
export type WhatsAppRefusal = "undeliverable" | "template" | "opted_out";
export type WhatsAppOutcome =
  | { kind: "accepted"; providerId: string }
  /** This reader is sent too much at once: not sent, and to be tried again so many seconds later. */
  | { kind: "wait"; seconds: number }
  | { kind: "refused"; refusal: WhatsAppRefusal; reason: string };

export type WhatsAppTemplate = {
  name: string;
  language: Language;
  /** With `{{1}}`, `{{2}}` … in place of params. */
  body: string;
  /** A value for each place, which the reviewers read. */
  examples: readonly string[];
  button: { label: string; url: string } | null;
};
export type WhatsAppTemplateState = {
  name: string;
  language: string;
  /** As WhatsApp says it: APPROVED, PENDING, REJECTED, PAUSED, DISABLED. */
  status: string;
};

export type WhatsAppWebhook = {
  reports: readonly TextReport[];
  /** What readers wrote to us. */
  replies: readonly { from: string; text: string }[];
  /** Templates that WhatsApp approved, rejected, paused or stopped. */
  templates: readonly WhatsAppTemplateState[];
};

/** How far a message is, as the vendor reports it: maybe twice, late and out of order. */
export type TextReport = {
  /** Ours, as it was given with the message. */
  reference: string;
  providerId: string;
  /** The vendor does not sign its reports: only one about the message that it accepted is believed. */
  isUnsigned?: boolean;
  state: "sent" | "delivered" | "read" | "failed";
  at: Date;
  /** Of `failed`. */
  refusal?: WhatsAppRefusal;
  reason?: string;
};
