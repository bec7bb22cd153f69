// The shop of `npm run dev`: what answers is a process of its own, which SIGHUP replaces by one of the newest bundle.
const { run } = await import('../../dist/dev/main.js');

await run({ isReplaceable: true });
