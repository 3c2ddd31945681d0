import { cleanup, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useImported } from "./use-imported.ts";

afterEach(cleanup);

function Page({ load, isNeeded }: { load: () => Promise<{ name: string }>; isNeeded: boolean }) {
  return <output>{useImported(load, isNeeded)?.name ?? "loading"}</output>;
}

const failing = () => Promise.reject<{ name: string }>(new Error("offline"));

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failure: "" };
  static getDerivedStateFromError = (error: Error) => ({ failure: error.message });
  override render() {
    return this.state.failure || this.props.children;
  }
}

it("a file is there after the page, and at once for the next page", async () => {
  const load = async () => ({ name: "later steps" });
  const { unmount } = render(<Page load={load} isNeeded={false} />);
  expect(screen.getByRole("status").textContent).toBe("loading");
  expect(await screen.findByText("later steps")).toBeTruthy();
  unmount();
  render(<Page load={load} isNeeded />);
  expect(screen.getByRole("status").textContent).toBe("later steps");
});

it("what failed before it was needed is tried again when it is", async () => {
  const load = vi.fn<() => Promise<{ name: string }>>();
  load.mockRejectedValueOnce(new Error("offline")).mockResolvedValue({ name: "later steps" });
  const { rerender } = render(<Page load={load} isNeeded={false} />);
  await vi.waitFor(() => expect(load.mock.settledResults[0]?.type).toBe("rejected"));
  expect(screen.getByRole("status").textContent).toBe("loading");
  rerender(<Page load={load} isNeeded />);
  expect(await screen.findByText("later steps")).toBeTruthy();
});

it("what is needed and does not load is a fault of the page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <Boundary>
      <Page load={failing} isNeeded />
    </Boundary>,
  );
  expect(await screen.findByText("offline")).toBeTruthy();
  vi.restoreAllMocks();
});
