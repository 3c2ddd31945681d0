import { Button } from "@mantine/core";
import { FixLabel } from "./fixes.tsx";
import classes from "./form.module.css";

type Props<Fields extends object> = {
  fields: Fields;
  /** The same fields with the nearest values that pass. */
  nearest: Fields;
  field: keyof Fields & string;
  error: string | undefined;
  onFix: (patch: Partial<Fields>) => void;
};

/** Ages are included and excluded together. */
const together: Record<string, readonly string[]> = { age_ranges: ["age_ranges", "excluded_age_ranges"] };

/** Under a field with an error, in a form of one platform: the nearest value that passes as one tap. */
export function NearestFix<Fields extends object>({ fields, nearest, field, error, onFix }: Props<Fields>) {
  const names = (together[field] ?? [field]) as readonly (keyof Fields & string)[];
  const isSame = names.every((name) => JSON.stringify(fields[name]) === JSON.stringify(nearest[name]));
  if (!error || isSame) return null;
  const patch: Partial<Fields> = Object.assign({}, ...names.map((name) => ({ [name]: nearest[name] })));
  return (
    <div className={classes.fix}>
      <Button size="compact-md" variant="light" onClick={() => onFix(patch)}>
        <FixLabel field={field} value={nearest[field]} />
      </Button>
    </div>
  );
}
