import { Router, type Response } from 'express';
import { renderDocuments } from '../documents/renderDocuments';
import type { Paper } from '../documents/paper';
import { createConcurrencyLimiter } from '../http/concurrencyLimiter';
import { chargeReads, type RateLimiter } from '../http/rateLimits';
import { requestStateOf, type CreateContext } from '../http/requestState';
import { writeChunk } from '../http/writeChunk';
import { documentRows } from './documentRows';
import { readQuery } from './readCall';

/** Rendering a document costs as much as this many reads. */
const readsPerPaper = 10;
/** A file is held in memory until it is sent. */
const concurrencyLimits = { perClient: 4, total: 16 };

export function documentRoutes(createContext: CreateContext, limiter: RateLimiter, onRefusal: () => void): Router {
  const router = Router();
  const concurrency = createConcurrencyLimiter(concurrencyLimits, limiter.counts('reads'), onRefusal);
  for (const row of documentRows)
    router.get(row.path, async (request, response) => {
      const state = requestStateOf(response);
      state.route = `GET /api${row.path}`;
      const query = readQuery(row, request);
      const release = await concurrency.acquire(state.client);
      try {
        // Whoever finds no slot has not paid for the paper.
        chargeReads(limiter, state, readsPerPaper);
        const papers = await row.read(createContext(state), { params: request.params, query });
        chargeReads(limiter, state, readsPerPaper * (papers.length - 1));
        await send(response, papers);
      } finally {
        release();
      }
    });
  return router;
}

async function send(response: Response, papers: readonly Paper[]): Promise<void> {
  const [first] = papers;
  const name = papers.length === 1 && first ? first.name : 'packing-slips';
  const bytes = await renderDocuments(papers);
  // Order and document numbers only, so no quoting is needed.
  response.setHeader('Content-Disposition', `attachment; filename="${name}.pdf"`);
  response.setHeader('Content-Length', bytes.length);
  response.type('application/pdf');
  if (await writeChunk(response, bytes)) response.end();
}
