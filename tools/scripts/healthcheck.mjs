// The image's health check (Dockerfile): exits with 0 if the shop's process responds, otherwise with 1.
const { PORT = '4000' } = process.env;

try {
  const { ok, status } = await fetch(`http://127.0.0.1:${PORT}/livez`, { signal: AbortSignal.timeout(4_000) });
  if (!ok) process.stderr.write(`/livez answers ${status}\n`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`/livez does not answer: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
