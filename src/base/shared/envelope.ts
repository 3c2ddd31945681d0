/** What every JSON answer looks like. `fields` marks the inputs a validation failure concerns. */
export type Envelope<Data> =
  | { error: false; messages: string[]; data: Data }
  | {
      error: true;
      messages: [string, ...string[]];
      data: null;
      code: string;
      request_id: string;
      fields?: FieldMessages;
    };

/** Input name (dotted for nested ones) → messages in the reader's language. */
export type FieldMessages = Record<string, string[]>;
