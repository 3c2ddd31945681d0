import { useRef, useState } from "react";
import { type ApiError, isApiError } from "#base/web/api-error.ts";
import { closeSnackbar, notify } from "#base/web/snackbar-state.ts";

export type Submission<Field extends string> = {
  isSubmitting: boolean;
  errors: Partial<Record<Field, string>>;
  /** The field is being mended: its word goes. */
  clearError(field: Field): void;
  setError(field: Field, message: string): void;
  /**
   * Runs one sending at a time: a second press while one is under way does nothing. What the server marks is marked
   * here; `handled` may take a refusal for itself by answering true; everything else is a snackbar.
   */
  run(work: () => Promise<void>, handled?: (error: ApiError) => boolean): Promise<void>;
};

/** A small form's way of sending: light enough for the first screen. Calls inside should be `quiet`. */
export function useSubmission<Field extends string>(fields: readonly Field[]): Submission<Field> {
  const [isSubmitting, setSubmitting] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const isRunning = useRef(false);

  /** A message of success from a moment ago does not stand beside what is wrong now. */
  function setError(field: Field, message: string) {
    closeSnackbar();
    setErrors((before) => ({ ...before, [field]: message }));
  }

  function show(error: ApiError) {
    const marked = fields.filter((field) => error.fields[field]?.[0]);
    for (const field of marked) setError(field, error.fields[field]?.[0] ?? error.message);
    if (marked.length === 0 && error.kind !== "aborted") notify(error.message, "error");
  }

  return {
    isSubmitting,
    errors,
    clearError: (field) => setErrors(({ [field]: _, ...rest }) => rest as Partial<Record<Field, string>>),
    setError,
    async run(work, handled = () => false) {
      if (isRunning.current) return;
      isRunning.current = true;
      setSubmitting(true);
      setErrors({});
      try {
        await work();
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (!handled(error)) show(error);
      } finally {
        isRunning.current = false;
        setSubmitting(false);
      }
    },
  };
}
