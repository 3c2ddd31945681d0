import { startTransition, useOptimistic } from "react";

type Options = {
  value: string;
  /** Stores the text by itself: what is drawn may be a moment behind it. */
  onChange: (text: string) => void;
  isDeferred: boolean;
};

/**
 * A field's text as it is typed. When deferred, each key is drawn at once, and what depends on the text when the browser
 * has time. A value from elsewhere replaces it.
 */
export function useTyped({ value, onChange, isDeferred }: Options) {
  const [typed, show] = useOptimistic(value);
  const type = (text: string) =>
    startTransition(() => {
      show(text);
      onChange(text);
    });
  return isDeferred ? { typed, type } : { typed: value, type: onChange };
}
