/** The shapes that picture models draw; the product crops them to a placement. */
export const pictureShapes = ["square", "portrait", "landscape"] as const;
export type PictureShape = (typeof pictureShapes)[number];

export type PictureRequest = { prompt: string; shape: PictureShape; signal: AbortSignal };

/**
 * One picture model at one endpoint. `generate` answers with a picture's bytes. It throws AdapterFault: `later` when the endpoint
 * is busy or down, or its answer has no picture; `reconnect` when the key or the model is not accepted; `rejected` with the message
 * key `designer:background_refused` when moderation refuses the prompt. An aborted request ends with `signal.reason`.
 */
export interface PictureModel {
  /** As logs name it. */
  readonly name: string;
  /** What a picture costs us, in millionths of a riyal. */
  readonly pictureMicroSar: number;
  generate(request: PictureRequest): Promise<Buffer>;
}
