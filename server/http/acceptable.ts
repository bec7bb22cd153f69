import type { RequestHandler } from 'express';
import { sendError } from './httpErrors';

const answerTypes = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];

/** Apollo checks Accept only when it sends the response: by then a mutation that it answers with 406 has been executed. */
export const acceptsGraphql: RequestHandler = (request, response, next) => {
  const accept = request.get('accept');
  if (accept === undefined || accept === '' || request.accepts(answerTypes) !== false) next();
  else
    sendError(response, 406, {
      message: 'Answers come as application/json or application/graphql-response+json only.',
      code: 'NOT_ACCEPTABLE',
    });
};

const plainly = /(?:^|,) *(?:\*\/\*|application\/(?:\*|json|graphql-response\+json)) *(?:,|;|$)/i;
const excluded = /; *q=0(?:\.0*)? *(?:,|$)/i;

/** Whether Accept allows a GraphQL response without parsing it fully. */
export const isAcceptable = (accept: string | undefined) =>
  accept === undefined || (plainly.test(accept) && !excluded.test(accept));
