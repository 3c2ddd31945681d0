/**
 * The shape of every JSON response. `fields` marks the inputs that failed validation; `current` is what stands, where
 * it has changed since the caller read it.
 */
export type Envelope<Data> = { error: false; messages: string[]; data: Data } | RefusedEnvelope;

export type RefusedEnvelope = {
  error: true;
  messages: [string, ...string[]];
  data: null;
  code: string;
  request_id: string;
  fields?: FieldMessages;
  current?: unknown;
};

/** Input name (dotted for nested ones) → messages in the reader's language. */
export type FieldMessages = Record<string, string[]>;
