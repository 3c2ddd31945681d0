import { beforeEach, expect, test } from "vitest";
import { idempotencyKey, randomKey } from "./idempotency.ts";

beforeEach(() => sessionStorage.clear());

test("the same deposit pressed twice, or after a reload, has one key", () => {
  const first = idempotencyKey("wallet.deposit").for({ amount_halalas: 5000 });
  expect(idempotencyKey("wallet.deposit").for({ amount_halalas: 5000 })).toBe(first);
});

test("another amount is another action", () => {
  const key = idempotencyKey("wallet.deposit");
  const first = key.for({ amount_halalas: 5000 });
  expect(key.for({ amount_halalas: 6000 })).not.toBe(first);
});

test("once answered, the same amount may be deposited again", () => {
  const key = idempotencyKey("wallet.deposit");
  const first = key.for({ amount_halalas: 5000 });
  key.done();
  expect(key.for({ amount_halalas: 5000 })).not.toBe(first);
});

test("two purposes never share a key, and a key reveals nothing about what was sent", () => {
  const body = { amount_halalas: 5000 };
  expect(idempotencyKey("a").for(body)).not.toBe(idempotencyKey("b").for(body));
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
});
