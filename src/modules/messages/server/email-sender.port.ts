/** Port for e-mail (`adapters/messaging/smtp`). */
export interface EmailSender {
  /** The domain of the sender's address: the right side of our Message-IDs. */
  readonly domain: string;
  /**
   * Hands one e-mail to the server that delivers it. Throws AdapterFault: `rejected` (this address or message will never
   * pass), `reconnect` (our sign-in is not accepted), `later` (certainly not sent: busy, greylisted, not reached),
   * `outcome_unknown` (the connection ended after the message: it may have been sent).
   */
  send(email: OutgoingEmail): Promise<{ providerId: string }>;
}

export type OutgoingEmail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** `<id@domain>`, the same whenever this message is sent again: a mail server recognises the repeat by it. */
  messageId: string;
  /** A PNG that the HTML names as `cid:picture`. */
  picture?: Buffer | undefined;
  /** Where one POST unsubscribes (RFC 8058), for the header List-Unsubscribe. */
  unsubscribeUrl?: string | undefined;
};
