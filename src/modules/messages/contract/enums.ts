/** What an e-mail is about. */
export const emailTopics = ["email_code", "report", "notification"] as const;
export type EmailTopic = (typeof emailTopics)[number];

/** The topics a reader can unsubscribe from; the others are part of what the reader does at that moment. */
export const optionalTopics = ["report", "notification"] as const satisfies readonly EmailTopic[];
export type OptionalTopic = (typeof optionalTopics)[number];

/** `sending` may last beyond a killed process: then it is sent again, under the same Message-ID. */
export const emailStates = ["queued", "sending", "sent", "failed"] as const;
export type EmailState = (typeof emailStates)[number];
