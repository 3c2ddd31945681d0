/** Port for text messages. One adapter per vendor (`adapters/messaging/<vendor>`). */
export interface TextMessenger {
  /** Whether a message that is sent again under its reference arrives once. */
  readonly recognizesRepeats: boolean;
  /**
   * Sends one message. `reference` is ours: when it is sent again, the vendor may recognise the duplicate. Throws
   * AdapterFault: `rejected` (this number or text will never pass), `reconnect` (our credentials or sender are not
   * accepted), `later` (certainly not sent), `outcome_unknown` (no response came: it may have been sent).
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
