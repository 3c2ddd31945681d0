/**
 * How Node is started for the product. Left alone, V8 lets its heap grow by the memory of the machine: some 300 MB for
 * what fits into 200, and more the longer the load lasts. A smaller nursery costs nothing measurable (docs/performance.md).
 */
export const heapFlags = ["--max-semi-space-size=8", "--max-old-space-size=512"];
