import { type UseFormInput, type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { isApiError } from "../data/api-error.ts";
import { text } from "../runtime/i18n.ts";
import { closeSnackbar, notify } from "../runtime/snackbar-state.ts";
import { focusFirstError } from "./focus-first-error.ts";
import { issueText, type SchemaIssue } from "./issues.ts";

/** The part of a zod schema that a form needs. */
type Schema = {
  safeParse(
    values: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: SchemaIssue[] } };
};

export type ServerForm<Values extends Record<string, unknown>> = UseFormReturnType<Values> & {
  isSending: boolean;
  /** For <form onSubmit>: validates with the schema, then sends; the server's `fields` mark the inputs. */
  submit: (event?: { preventDefault: () => void }) => void;
};

/**
 * A form bound to one call. `schema` is imported only when the form is first sent, so that zod stays out of the first
 * bundle:
 * `schema: () => import("../contract/x.schemas.ts").then((m) => m.body)`.
 * `send` should pass `quiet: true`; failures that name no field of this form become a snackbar here.
 */
export function useServerForm<Values extends Record<string, unknown>>(settings: {
  initialValues: Values;
  schema?: () => Promise<Schema>;
  validate?: UseFormInput<Values>["validate"];
  send: (values: Values) => Promise<unknown>;
}): ServerForm<Values> {
  const { initialValues, schema, validate, send } = settings;
  const form = useForm<Values>({ initialValues, ...(validate ? { validate } : {}) });
  const [isSending, setSending] = useState(false);

  const sendOnce = async () => {
    if (isSending || form.validate().hasErrors) return showFirstError();
    setSending(true);
    try {
      const found = schema ? await findIssues(schema, form.getValues()) : {};
      if (Object.keys(found).length > 0) return markAll(form, found);
      await send(form.getValues());
    } catch (error) {
      showFailure(form, error);
    } finally {
      setSending(false);
    }
  };
  return Object.assign(form, {
    isSending,
    submit: (event?: { preventDefault: () => void }) => {
      event?.preventDefault();
      void sendOnce();
    },
  });
}

async function findIssues(schema: () => Promise<Schema>, values: unknown): Promise<Record<string, string>> {
  const checked = (await schema()).safeParse(values);
  if (checked.success) return {};
  const issues = checked.error.issues.map((issue) => [issue.path.join("."), issueText(issue)] as const);
  // Shows the first message of a field.
  return Object.fromEntries(issues.reverse());
}

function showFailure<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): void {
  if (!isApiError(error)) {
    notify(text("base:page_broke_words"), "error");
    throw error;
  }
  const known = Object.entries(error.fields).filter(
    ([name]) => name.split(".")[0] !== undefined && (name.split(".")[0] ?? "") in form.getValues(),
  );
  if (known.length === 0) {
    if (error.kind !== "aborted") notify(error.message, "error");
    return;
  }
  markAll(form, Object.fromEntries(known.map(([name, messages]) => [name, messages[0] ?? error.message])));
}

function markAll<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: Record<string, string>,
): void {
  form.setErrors(errors);
  showFirstError();
}

/** The first field with an error gets the focus; an earlier message of success is closed. */
function showFirstError(): void {
  closeSnackbar();
  focusFirstError();
}
