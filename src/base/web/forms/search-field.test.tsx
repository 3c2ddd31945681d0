import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { SearchField } from "./search-field.tsx";

const onSearch = vi.fn();
beforeEach(async () => {
  await setupI18n("en");
  vi.useFakeTimers();
  onSearch.mockClear();
  history.replaceState(null, "", "/campaigns");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = () =>
  renderWeb(
    <>
      <SearchField label="Search" value="" onSearch={onSearch} />
      <button type="button">Row</button>
    </>,
  );
const type = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const press = () => {
  fireEvent.pointerDown(screen.getByRole("button"));
  fireEvent.blur(screen.getByRole("searchbox"));
};
const release = () => fireEvent.pointerUp(screen.getByRole("button"));

describe("a search field", () => {
  it("searches once the keys rest, and at once when it is left by the keyboard", () => {
    open();
    type("na");
    pass(299);
    expect(onSearch).not.toHaveBeenCalled();
    pass(1);
    expect(onSearch).toHaveBeenCalledExactlyOnceWith("na");
    type("nakhla ");
    fireEvent.blur(screen.getByRole("searchbox"));
    expect(onSearch).toHaveBeenLastCalledWith("nakhla");
  });

  it("holds its search back while something is pressed, so that the list stays under the finger", () => {
    open();
    type("na");
    pass(100);
    press();
    pass(2_000);
    expect(onSearch).not.toHaveBeenCalled();
    release();
    pass(300);
    expect(onSearch).toHaveBeenCalledExactlyOnceWith("na");
  });

  it("does not lead back from the page that was pressed for", () => {
    open();
    type("na");
    press();
    release();
    history.replaceState(null, "", "/campaigns/cmp_1");
    pass(300);
    expect(onSearch).not.toHaveBeenCalled();
  });
});
