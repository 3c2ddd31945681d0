/**
 * Everything that is written to phones. A template's words are `texts.<name>` in the messages; WhatsApp approves them before
 * they are sent, so they hold no more than the named params, which stand neither first nor last.
 */
type TextTemplate = {
  /** What fills the words, in the order in which WhatsApp numbers them. `code` is sealed until it is sent. */
  params: readonly string[];
  /** Has a button that leads to a path of the product; in an SMS the address stands on a line of its own. */
  hasLink: boolean;
  /** A person waits for it: it goes before what happens by itself. */
  isUrgent: boolean;
  /** Only by SMS: WhatsApp has rules of its own for codes. */
  isSmsOnly?: boolean;
};

export const textTemplates = {
  /** A code that proves a number. */
  number_code: { params: ["code"], hasLink: false, isUrgent: true, isSmsOnly: true },
  /** What a communication rule noticed, and the figures it saw. */
  communication_rule: { params: ["what", "figures"], hasLink: true, isUrgent: false },
  /** The same, on trial. */
  communication_rule_test: { params: ["what"], hasLink: true, isUrgent: true },
  /** What happened, and what it means. */
  notification: { params: ["what", "meaning"], hasLink: true, isUrgent: false },
  /** A control rule that asks before it acts: what it would do, on which figures. */
  rule_approval: { params: ["rule", "act", "figures"], hasLink: true, isUrgent: true },
} as const satisfies Record<string, TextTemplate>;

export type TextTemplateName = keyof typeof textTemplates;
export const textTemplateNames = Object.keys(textTemplates) as [TextTemplateName, ...TextTemplateName[]];
/** The params a caller gives; a code is given apart. */
export type TextParams<Name extends TextTemplateName> = Name extends TextTemplateName
  ? Record<Exclude<(typeof textTemplates)[Name]["params"][number], "code">, string>
  : never;

/** What WhatsApp knows a template by. A changed wording is another template: raise the version with it. */
export const toWhatsAppName = (name: TextTemplateName): string => `${name}_v1`;
