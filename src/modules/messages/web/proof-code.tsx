import { useState } from "react";
import { isApiError } from "#base/web/data/api-error.ts";
import { CodeBoxes } from "#base/web/forms/code-boxes.tsx";
import classes from "./email-proof.module.css";

type Props<Input> = {
  label: string;
  /** The call that takes the code, with what it refused. */
  proof: {
    error: unknown;
    isPending: boolean;
    reset(): void;
    mutate(input: Input, on: { onSuccess(): void; onError(): void }): void;
  };
  toInput(code: string): Input;
  onProven(): void;
};

/** The code that proves an address or a number: sent by itself once it is whole, and emptied when it is refused. */
export function ProofCode<Input>({ label, proof, toInput, onProven }: Props<Input>) {
  const [code, setCode] = useState("");
  const { error } = proof;
  return (
    <div className={classes.code}>
      <CodeBoxes
        label={label}
        value={code}
        error={isApiError(error) ? (error.fields.code?.[0] ?? error.message) : undefined}
        busy={proof.isPending}
        onChange={(typed) => {
          proof.reset();
          setCode(typed);
        }}
        onComplete={(whole) =>
          proof.mutate(toInput(whole), { onSuccess: onProven, onError: () => setCode("") })
        }
      />
    </div>
  );
}
