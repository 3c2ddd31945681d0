import { TextInput } from "@mantine/core";
import { errorNode } from "#base/web/fields.tsx";

const offsetMs = 3 * 3_600_000;

/** An instant typed by the phone's own date and time picker, always in Riyadh's time whatever the phone's zone. */
export function MomentField({
  label,
  value,
  onChange,
  error,
  description,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string | undefined;
  description?: string;
}) {
  return (
    <TextInput
      type="datetime-local"
      dir="ltr"
      label={label}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={value === null ? "" : inRiyadh(value)}
      error={errorNode(error)}
      {...(description ? { description } : {})}
      onChange={(event) => onChange(fromRiyadh(event.currentTarget.value))}
    />
  );
}

/** "2026-11-22T09:00", as the clock in Riyadh shows it. */
function inRiyadh(instant: string | Date): string {
  return new Date(new Date(instant).getTime() + offsetMs).toISOString().slice(0, 16);
}

function fromRiyadh(local: string): string | null {
  const at = Date.parse(`${local}:00.000Z`);
  return Number.isNaN(at) ? null : new Date(at - offsetMs).toISOString();
}
