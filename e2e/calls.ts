import type { Page, Request, Route } from '@playwright/test';

/** Every GraphQL call, including public queries by hash. */
export const graphqlCalls = /\/graphql(?:\?|$)/;

interface SentCall {
  readonly operationName?: string;
  readonly variables?: unknown;
}

/** The operation of a GraphQL call, from its body or its URL. */
export function sentCall(request: Request): SentCall | undefined {
  if (!graphqlCalls.test(request.url())) return undefined;
  if (request.method() === 'POST') return (request.postDataJSON() as SentCall | null) ?? undefined;
  const { operationName, variables } = Object.fromEntries(new URL(request.url()).searchParams);
  if (operationName === undefined) return undefined;
  return { operationName, variables: JSON.parse(variables ?? '{}') as unknown };
}

/** Collects the names of the GraphQL calls from now on, in order. */
export function watchCalls(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = sentCall(request)?.operationName;
    if (name) names.push(name);
  });
  return names;
}

/** Intercepts one operation at the network: a fault, a delay, a changed response. */
export async function interceptCall(
  page: Page,
  operation: string,
  act: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(graphqlCalls, async (route, request) => {
    if (sentCall(request)?.operationName === operation) await act(route);
    else await route.fallback();
  });
}

/** An error with this message. */
export const refuse =
  (message: string, status = 500) =>
  (route: Route) =>
    route.fulfill({ status, json: { data: null, errors: [{ message }] } });

/** Holds calls until `release`, to observe the pending state. */
export function holdCalls() {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const act = async (route: Route) => {
    await gate;
    await route.fallback();
  };
  return { act, release, opened: gate };
}
