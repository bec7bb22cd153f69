import type { Page, Request, Route } from '@playwright/test';

function operationOf(request: Request): string | undefined {
  if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return undefined;
  return (request.postDataJSON() as { operationName?: string } | null)?.operationName;
}

/** The names of the GraphQL calls from now on, in their order. */
export function watchCalls(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = operationOf(request);
    if (name) names.push(name);
  });
  return names;
}

/** Meets one operation at the network: a fault, a wait, a changed answer. Everything else goes on as it is. */
export async function meet(page: Page, operation: string, act: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/graphql', async (route, request) => {
    if (operationOf(request) === operation) await act(route);
    else await route.fallback();
  });
}

/** A fault with the server's own sentence. */
export const refuse =
  (message: string, status = 500) =>
  (route: Route) =>
    route.fulfill({ status, json: { data: null, errors: [{ message }] } });

/** Holds calls until `release`: for what the page shows meanwhile. */
export function holdUp() {
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
