/** What an e-mail is about. */
export const emailTopics = ["email_code", "report", "notification", "consultation"] as const;
export type EmailTopic = (typeof emailTopics)[number];

/** The topics a reader can unsubscribe from; the others are part of what the reader does at that moment. */
export const optionalTopics = ["report", "notification"] as const satisfies readonly EmailTopic[];
export type OptionalTopic = (typeof optionalTopics)[number];

/** `sending` may last beyond a killed process: then it is sent again, under the same Message-ID. */
export const emailStates = ["queued", "sending", "sent", "failed"] as const;
export type EmailState = (typeof emailStates)[number];

/** How a text goes to a phone. */
export const textChannels = ["whatsapp", "sms"] as const;
export type TextChannel = (typeof textChannels)[number];

/** States only go forward; a reader's phone may say `read` without `delivered`. */
export const textStates = ["queued", "sending", "sent", "delivered", "read", "failed"] as const;
export type TextState = (typeof textStates)[number];

/** Why a text failed for good. */
export const textFailures = [
  /** The vendor will never take this number or text. */
  "refused",
  /** The phone cannot be reached by this channel. */
  "undeliverable",
  /** WhatsApp has not approved the template, or stopped it. */
  "template",
  "opted_out",
  "expired",
  /** It may have been sent; nobody knows, and it is not sent twice. */
  "outcome_unknown",
  /** The vendor could not be reached for too long. */
  "unavailable",
] as const;
export type TextFailure = (typeof textFailures)[number];
