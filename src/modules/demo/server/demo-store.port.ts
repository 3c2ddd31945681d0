/** The demo store itself: a product of its own on a database of its own. */
export interface DemoStore {
  /** Resolves when it can be visited; refuses with `demo.not_open` where it cannot be opened. */
  open(): Promise<void>;
}
