import { useEffect, useState } from "react";

/** An address of a file on this device, for as long as it is shown; empty without one. */
export function useObjectUrl(file: Blob | undefined): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!file) return setUrl("");
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return url;
}
