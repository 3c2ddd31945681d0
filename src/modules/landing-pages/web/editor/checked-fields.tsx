import { Textarea } from "@mantine/core";
import { TextField } from "#base/web/forms/fields.tsx";
import { LawNotes } from "../law-notes.tsx";

type Props = {
  label: string;
  description?: string;
  placeholder?: string;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
};

/** A line of the page, with what the ad law says of its words. */
export function LineField({ onChange, ...field }: Props) {
  return (
    <div>
      <TextField dir="auto" {...field} onChange={onChange} />
      <LawNotes text={field.value} />
    </div>
  );
}

/** The same for several lines. */
export function WordsField({ onChange, ...field }: Props) {
  return (
    <div>
      <Textarea dir="auto" rows={4} {...field} onChange={(event) => onChange(event.currentTarget.value)} />
      <LawNotes text={field.value} />
    </div>
  );
}
