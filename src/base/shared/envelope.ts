/** The shape of every JSON response. `fields` marks the inputs that failed validation. */
export type Envelope<Data> = { error: false; messages: string[]; data: Data } | RefusedEnvelope;

export type RefusedEnvelope = {
  error: true;
  messages: [string, ...string[]];
  data: null;
  code: string;
  request_id: string;
  fields?: FieldMessages;
};

/** Input name (dotted for nested ones) → messages in the reader's language. */
export type FieldMessages = Record<string, string[]>;
