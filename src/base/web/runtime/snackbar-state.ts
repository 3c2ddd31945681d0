import { observable, useObservable } from "./observable.ts";

export type SnackbarType = "info" | "success" | "error" | "warning";
/** The notification state as the specification names it; `id` distinguishes two equal messages. */
export type SnackbarState = {
  isShown: boolean;
  message: string;
  type: SnackbarType;
  id: number;
  /** What the merchant can do about it at once, such as undoing it. */
  action?: SnackbarAction | undefined;
};
export type SnackbarAction = { label: string; run: () => void };

/** How long a message stays unless it is paused; one that offers an action stays for as long as the person set. */
export const snackbarMs = 2000;

const state = observable<SnackbarState>({ isShown: false, message: "", type: "info", id: 0 });

/** Shows one message for 2000 ms (with an action, for the seconds of `useUndoSeconds`), coloured by type. A new one replaces the last. */
export function notify(message: string, type: SnackbarType = "info", action?: SnackbarAction): void {
  state.set({ isShown: true, message, type, id: state.get().id + 1, action });
}

const refusalActions = new Map<string, () => SnackbarAction>();

/** What the message of a refused call offers at once, by the refusal's code. */
export function setRefusalAction(code: string, makeAction: () => SnackbarAction): void {
  refusalActions.set(code, makeAction);
}

export const findRefusalAction = (code: string): SnackbarAction | undefined => refusalActions.get(code)?.();

export function closeSnackbar(): void {
  state.set({ ...state.get(), isShown: false });
}

export const snackbarState = state.get;
export const useSnackbar = (): SnackbarState => useObservable(state);
