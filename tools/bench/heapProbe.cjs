// Loaded into the shop before everything else, with --expose-gc: tells what stays in memory when all garbage is gone.
process.on('message', (question) => {
  if (question !== 'heap') return;
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => !/Timeout|Immediate/.test(name)).length;
  process.send({ heapUsed, rss, handles });
});
