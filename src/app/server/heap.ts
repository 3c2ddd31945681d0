/**
 * Node's memory flags for the product. By default V8 sizes its heap by the memory of the machine: some 300 MB for what
 * fits into 200, and more the longer the load lasts. A smaller young generation costs nothing measurable
 * (docs/performance.md).
 */
export const heapFlags = ["--max-semi-space-size=8", "--max-old-space-size=512"];
