/**
 * Node's memory flags for the product. By default V8 sizes its heap by the memory of the machine: some 300 MB for what
 * fits into 200, and more the longer the load lasts. A smaller young generation costs nothing measurable
 * (docs/performance.md).
 */
export const heapFlags = ["--max-semi-space-size=8", "--max-old-space-size=512"];

/**
 * The same for the memory outside V8's heap, where the embedded database compiles and works: glibc keeps an area for each
 * thread, and gives what was freed back to the system late. Other systems ignore the names.
 */
export const memoryEnvironment = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "65536",
};
