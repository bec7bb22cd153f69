import { Suspense, useEffect } from 'react';
import { matchPath, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { PageTitle } from '../ui/PageTitle';
import { PageSpinner } from '../ui/PageSpinner';
import { AdminGuard } from './guards/AdminGuard';
import { SignedInGuard } from './guards/SignedInGuard';
import { Layout } from './layout/Layout';
import { lazyPage } from './lazyPage';
import { replayEarlyActions } from './replayEarlyActions';
import { type PageRoute, routes } from './routes';

const DashboardLayout = lazyPage(() => import('../pages/dashboard/DashboardLayout'));

function PageOfRoute({ page: Page, redirectTo, title, description }: PageRoute) {
  if (redirectTo !== undefined) return <Navigate to={redirectTo} replace />;
  return (
    <>
      <PageTitle title={title} description={description} />
      {Page && <Page title={title} description={description} />}
    </>
  );
}

const isInDashboard = ({ path }: { path: string }) => path.startsWith('/dashboard');

/** The route table in React Router's format. */
export function routeObjects(table: readonly PageRoute[]): RouteObject[] {
  const objects = table.map((route) => {
    const page = <PageOfRoute {...route} />;
    return { path: route.path, element: route.guard === 'admin' ? <AdminGuard>{page}</AdminGuard> : page };
  });
  const dashboard = (
    <SignedInGuard>
      <DashboardLayout />
    </SignedInGuard>
  );
  return [
    ...objects.filter((each) => !isInDashboard(each)),
    { element: dashboard, children: objects.filter(isInDashboard) },
  ];
}

const routeAt = (address: string) => routes.find(({ path }) => matchPath(path, address));

/** Load the page's chunk before hydrating; otherwise Suspense discards the server's markup. */
export async function loadPageAt(address: string): Promise<void> {
  await routeAt(address)?.page?.load?.();
}

/** After the pages, so that they are rendered before. */
function EarlyActions() {
  useEffect(() => {
    const actions = window.__early;
    delete window.__early;
    // Synchronous: a render in between would discard text that React does not know.
    if (actions) replayEarlyActions(actions);
  }, []);
  return null;
}

function widthAt(address: string) {
  const route = routeAt(address);
  if (route && isInDashboard(route)) return 'dashboard';
  if (route?.isCheckout) return 'checkout';
  return route?.isFullWidth ? 'window' : 'text';
}

const objects = routeObjects(routes);

export function Router() {
  const page = useRoutes(objects);
  const { pathname } = useLocation();
  return (
    <Layout width={widthAt(pathname)}>
      <Suspense fallback={<PageSpinner />}>
        {page}
        <EarlyActions />
      </Suspense>
    </Layout>
  );
}
