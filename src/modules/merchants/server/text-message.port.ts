/** Text messages, in our words. One adapter per vendor (`adapters/messaging/<vendor>`). */
export interface TextMessenger {
  /**
   * Sends one message. `reference` is ours: sent again with the same one, the vendor may recognise the repetition.
   * Throws AdapterFault: `rejected` (this number or text will never pass), `reconnect` (our credentials or sender
   * are not accepted), `later` (surely not sent), `outcome_unknown` (no answer came: it may have left).
   */
  send(message: TextMessage): Promise<SentMessage>;
}

export type TextMessage = {
  /** `+9665XXXXXXXX`. */
  to: string;
  /** Codes and account notices are `service`; promotion has its own senders, hours and consent. */
  kind: "service";
  text: string;
  reference: string;
};

export type SentMessage = {
  providerId: string;
  /** How many messages it was billed as: an Arabic text of 70 characters is one. */
  parts: number;
};
