// Preloaded into the shop with --expose-gc: reports the heap after a garbage collection.
process.on('message', (question) => {
  if (question !== 'heap') return;
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => !/Timeout|Immediate/.test(name)).length;
  process.send({ heapUsed, rss, handles });
});
