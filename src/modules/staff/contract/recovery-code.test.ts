import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatRecoveryCode,
  parseRecoveryCode,
  recoveryAlphabet,
  recoveryCodeLength,
} from "./recovery-code.ts";

const anyCode = fc
  .array(fc.constantFrom(...recoveryAlphabet), {
    minLength: recoveryCodeLength,
    maxLength: recoveryCodeLength,
  })
  .map((letters) => letters.join(""));

describe("a recovery code", () => {
  it("is the same however its letters are typed, and as it is shown", () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        expect(parseRecoveryCode(formatRecoveryCode(code))).toBe(code);
        expect(parseRecoveryCode(` ${code.toUpperCase()} `)).toBe(code);
        expect(parseRecoveryCode(code.replaceAll("0", "O").replaceAll("1", "l"))).toBe(code);
      }),
    );
  });

  it.each(["", "4k7mz-9xw2", "4k7mz-9xw2cc", "4k7mz-9xw2u", "٤k7mz-9xw2c"])("is not %j", (typed) => {
    expect(parseRecoveryCode(typed)).toBeNull();
  });
});
