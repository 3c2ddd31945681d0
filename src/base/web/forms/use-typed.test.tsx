import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeTyped, useTyped } from "./use-typed.ts";

const stored: string[] = [];

function Field({ onStored }: { onStored: (text: string) => void }) {
  const [value, setValue] = useState("");
  const onChange = (text: string) => {
    setValue(text);
    onStored(text);
  };
  const { input, type } = useTyped<HTMLInputElement>({ value, onChange, isDeferred: true });
  return (
    <>
      <input {...input} aria-label="Headline" onChange={(event) => type(event.currentTarget.value)} />
      <button type="button" onClick={() => setValue("Shortened")}>
        Shorten
      </button>
      <p>{`Stored: ${value}`}</p>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>("textbox");
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  stored.length = 0;
  render(<Field onStored={(text) => stored.push(text)} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("shows each key at once, and stores the text when the keys rest", () => {
  type("a");
  pass(300);
  type("ab");
  expect(input().value).toBe("ab");
  expect(stored).toEqual([]);
  pass(400);
  expect(stored).toEqual(["ab"]);
  expect(screen.getByText("Stored: ab")).toBeTruthy();
});

it("stores it at once for who needs it, and only once", () => {
  type("a");
  act(() => storeTyped());
  expect(stored).toEqual(["a"]);
  pass(1_000);
  expect(stored).toEqual(["a"]);
});

it("stores it when the field goes", () => {
  type("a");
  cleanup();
  expect(stored).toEqual(["a"]);
});

it("shows a value that came from elsewhere", () => {
  type("a long headline");
  act(() => storeTyped());
  fireEvent.click(screen.getByRole("button"));
  expect(input().value).toBe("Shortened");
});
