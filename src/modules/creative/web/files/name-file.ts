const extensions: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
};

/** The file with the extension of what it really is: the server refuses a name that promises something else. */
export function nameFile(bytes: Blob, fileName: string, mime: string, lastModified = Date.now()): File {
  const extension = extensions[mime] ?? "";
  const own = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase();
  const isRight = own === extension || (own === "jpeg" && extension === "jpg");
  const name = isRight ? fileName : `${fileName.replace(/\.[a-z0-9]{1,8}$/i, "")}.${extension}`;
  return new File([bytes], name, { type: mime, lastModified });
}
