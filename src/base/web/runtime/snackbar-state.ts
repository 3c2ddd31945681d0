import { observable, useObservable } from "./observable.ts";

export type SnackbarType = "info" | "success" | "error" | "warning";
/** The notification state as the specification names it; `id` distinguishes two equal messages. */
export type SnackbarState = { isShown: boolean; message: string; type: SnackbarType; id: number };

/** How long a message stays unless it is paused. */
export const snackbarMs = 2000;

const state = observable<SnackbarState>({ isShown: false, message: "", type: "info", id: 0 });

/** Shows one message for 2000 ms, coloured by type. A new one replaces the last. */
export function notify(message: string, type: SnackbarType = "info"): void {
  state.set({ isShown: true, message, type, id: state.get().id + 1 });
}

export function closeSnackbar(): void {
  state.set({ ...state.get(), isShown: false });
}

export const snackbarState = state.get;
export const useSnackbar = (): SnackbarState => useObservable(state);
