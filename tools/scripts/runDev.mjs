// The shop of `npm run dev`: on SIGHUP its worker is replaced by one of the newest bundle.
const { run } = await import('../../dist/dev/main.js');

await run({ isReplaceable: true });
