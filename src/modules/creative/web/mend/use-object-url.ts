import { useEffect, useState } from "react";

/** An address of a file on this device, for as long as it is shown; empty before there is one. */
export function useObjectUrl(file: Blob): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return url;
}
