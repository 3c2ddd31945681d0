import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CallInput } from "#base/shared/contract.ts";
import type { FieldMessages } from "#base/shared/envelope.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import type { WriterCalls } from "../contract/writer.calls.ts";
import type { Answer, Fact, WriterItem } from "../contract/writer-shapes.ts";
import type { Draft } from "../domain/engine/draft.ts";
import { writerKeys } from "./writer.queries.ts";
import { streamItems } from "./writer-calls.ts";

type NewBody = Omit<CallInput<WriterCalls["POST Clients/DigitalWriter/answers"], "body">, "request_key">;
type RevisionBody = Omit<
  CallInput<WriterCalls["POST Clients/DigitalWriter/versions/{id}/revise"], "body">,
  "request_key"
>;
/** What is asked: a new text, or a version anew. `label` stands in the thread while it is written. */
export type WriterRequest = { label: string } & (
  | { kind: "new"; body: NewBody }
  | { kind: "revision"; versionId: string; body: RevisionBody }
);

/** An answer that is being written, or that was not finished. */
export type Writing = {
  requestKey: string;
  request: WriterRequest;
  /** Known once it has begun. */
  id: string | null;
  engine: string | null;
  facts: Fact[];
  drafts: Draft[];
  failure: { message: string; code: string } | null;
};

type Options = {
  onWritten: (id: string) => void;
  /** A request was refused for what was chosen or typed: nothing was written, and sent again it would be refused again. */
  onInvalid: (request: WriterRequest, fields: FieldMessages) => void;
};

/**
 * Sends requests and follows their answers. A request that failed is sent again under its key, so that what was written
 * by then comes back and is not paid twice.
 */
export function useWriting({ onWritten, onInvalid }: Options) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const client = useQueryClient();
  const left = useRef<AbortController | null>(null);
  useEffect(() => () => left.current?.abort(), []);

  async function follow(request: WriterRequest, requestKey: string) {
    const controller = new AbortController();
    left.current = controller;
    let current: Writing = {
      requestKey,
      request,
      id: null,
      engine: null,
      facts: [],
      drafts: [],
      failure: null,
    };
    setWriting(current);
    try {
      for await (const item of send(request, requestKey, controller.signal)) {
        if (item.kind === "finished") {
          finish(item.answer);
          return;
        }
        current = applyItem(current, item);
        setWriting(current);
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isApiError(error) && Object.keys(error.fields).length > 0) {
        setWriting(null);
        onInvalid(request, error.fields);
        return;
      }
      const message = isApiError(error) ? error.message : String(error);
      setWriting({ ...current, failure: { message, code: isApiError(error) ? (error.code ?? "") : "" } });
    } finally {
      void client.invalidateQueries({ queryKey: writerKeys.state });
    }
  }

  function finish(answer: Answer) {
    client.setQueryData(writerKeys.answer(answer.id), answer);
    void client.invalidateQueries({ queryKey: [...writerKeys.answers, "list"] });
    setWriting(null);
    onWritten(answer.id);
  }

  return {
    writing,
    isWriting: writing !== null && writing.failure === null,
    start: (request: WriterRequest) => void follow(request, crypto.randomUUID()),
    retry: () => {
      if (writing) void follow(writing.request, writing.requestKey);
    },
    /** What was complete by then stays with the server, and is shown. */
    stop: () => {
      left.current?.abort();
      if (writing?.id) onWritten(writing.id);
      setWriting(null);
    },
    dismiss: () => setWriting(null),
  };
}

function send(
  request: WriterRequest,
  request_key: string,
  signal: AbortSignal,
): AsyncGenerator<WriterItem, void> {
  if (request.kind === "new")
    return streamItems("POST Clients/DigitalWriter/answers", {
      body: { ...request.body, request_key },
      signal,
      quiet: true,
    });
  return streamItems("POST Clients/DigitalWriter/versions/{id}/revise", {
    params: { id: request.versionId },
    body: { ...request.body, request_key },
    signal,
    quiet: true,
  });
}

function applyItem(writing: Writing, item: Exclude<WriterItem, { kind: "finished" }>): Writing {
  if (item.kind === "started") return { ...writing, id: item.id, engine: item.engine, facts: item.facts };
  if (item.kind === "restarted") return { ...writing, engine: item.engine, drafts: [] };
  const drafts = [...writing.drafts];
  const before = drafts[item.number - 1] ?? { headline: "", body: "" };
  drafts[item.number - 1] = { ...before, [item.field]: before[item.field] + item.text };
  return { ...writing, drafts };
}
