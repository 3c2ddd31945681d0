import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/** An archive that is written while its files come, one after the other. */
export type ZipWriter = {
  /** The archive's bytes; read as fast as they are taken. */
  stream: Readable;
  /** Adds a file; resolves once all of its text was taken. */
  add(name: string, text: AsyncIterable<string>): Promise<void>;
  /** Nothing more comes. */
  end(): void;
};

export function openZip(mtime: Date): ZipWriter {
  const zip = new ZipFile();
  const stream = new PassThrough();
  let leave = () => {};
  stream.once("close", () => leave());
  zip.outputStream.pipe(stream);
  return {
    stream,
    add: (name, text) =>
      new Promise((resolve, reject) => {
        const source = Readable.from(text);
        leave = () => {
          source.destroy();
          reject(new Error("the archive's reader has left"));
        };
        source.once("end", resolve);
        source.once("error", (error) => {
          stream.destroy(error);
          reject(error);
        });
        zip.addReadStream(source, name, { mtime });
      }),
    end: () => zip.end(),
  };
}
