import { useRef, useState } from "react";
import { type ApiError, isApiError } from "../data/api-error.ts";
import { closeSnackbar, notify } from "../runtime/snackbar-state.ts";

export type Submission<Field extends string> = {
  isSubmitting: boolean;
  errors: Partial<Record<Field, string>>;
  /** The field is being edited: clears its error. */
  clearError(field: Field): void;
  setError(field: Field, message: string): void;
  /**
   * Runs one submission at a time: a second press while one runs does nothing. Field errors from the server are marked
   * here; `handled` may take a refusal itself by returning true; every other error is a snackbar.
   */
  run(work: () => Promise<void>, handled?: (error: ApiError) => boolean): Promise<void>;
};

/** Submission state of a small form, light enough for the first screen's bundle. Calls inside should be `quiet`. */
export function useSubmission<Field extends string>(fields: readonly Field[]): Submission<Field> {
  const [isSubmitting, setSubmitting] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const isRunning = useRef(false);

  /** Removes an older message of success, which must not be shown beside the new error. */
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
