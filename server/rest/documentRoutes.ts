import { Router, type Response } from 'express';
import { drawPapers } from '../documents/drawPapers';
import type { Paper } from '../documents/paper';
import { chargeReads, type RateLimiter } from '../http/rateLimits';
import { stateOf, type CreateContext } from '../http/requestState';
import { documentRows } from './documentRows';

/** Drawing one takes as long as so many reads. */
const readsPerPaper = 10;

export function documentRoutes(createContext: CreateContext, limiter: RateLimiter): Router {
  const router = Router();
  for (const { path, read } of documentRows)
    router.get(path, async (request, response) => {
      const state = stateOf(response);
      state.route = `GET /api${path}`;
      chargeReads(limiter, state, readsPerPaper);
      const papers = await read(createContext(state), request);
      chargeReads(limiter, state, readsPerPaper * (papers.length - 1));
      await send(response, papers);
    });
  return router;
}

async function send(response: Response, papers: readonly Paper[]): Promise<void> {
  const [first] = papers;
  const name = papers.length === 1 && first ? first.name : 'packing-slips';
  const bytes = await drawPapers(papers);
  // Numbers of orders and papers alone: nothing in it has to be quoted.
  response.setHeader('Content-Disposition', `attachment; filename="${name}.pdf"`);
  response.type('application/pdf').send(bytes);
}
