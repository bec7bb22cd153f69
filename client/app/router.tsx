import { Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/HomePage';
import { NotFoundPage } from '../pages/NotFoundPage';
import { AdminGuard } from './guards/AdminGuard';
import { SignedInGuard } from './guards/SignedInGuard';
import { Layout } from './layout/Layout';
import { lazyPage } from './lazyPage';
import { replayEarlyActions } from './replayEarlyActions';

const ProductsPage = lazyPage(() => import('../pages/ProductsPage'), 'ProductsPage');
const ProductPage = lazyPage(() => import('../pages/ProductPage'), 'ProductPage');
const ContactPage = lazyPage(() => import('../pages/static/ContactPage'), 'ContactPage');
const ShippingPage = lazyPage(() => import('../pages/static/ShippingPage'), 'ShippingPage');
const ReturnsPage = lazyPage(() => import('../pages/static/ReturnsPage'), 'ReturnsPage');
const FaqPage = lazyPage(() => import('../pages/static/FaqPage'), 'FaqPage');
const PrivacyPage = lazyPage(() => import('../pages/static/PrivacyPage'), 'PrivacyPage');
const TermsPage = lazyPage(() => import('../pages/static/TermsPage'), 'TermsPage');
const LoginPage = lazyPage(() => import('../pages/LoginPage'), 'LoginPage');
const RegisterPage = lazyPage(() => import('../pages/RegisterPage'), 'RegisterPage');
const DashboardLayout = lazyPage(() => import('../pages/dashboard/DashboardLayout'), 'DashboardLayout');
const DashboardIndexPage = lazyPage(() => import('../pages/dashboard/DashboardIndexPage'), 'DashboardIndexPage');
const UserProductPage = lazyPage(() => import('../pages/dashboard/UserProductPage'), 'UserProductPage');
const ProfilePage = lazyPage(() => import('../pages/dashboard/ProfilePage'), 'ProfilePage');
const SettingsPage = lazyPage(() => import('../pages/dashboard/SettingsPage'), 'SettingsPage');
const DashboardHomePage = lazyPage(() => import('../pages/dashboard/DashboardHomePage'), 'DashboardHomePage');
const AllUserPage = lazyPage(() => import('../pages/dashboard/AllUserPage'), 'AllUserPage');
const AddProductPage = lazyPage(() => import('../pages/dashboard/AddProductPage'), 'AddProductPage');
const CreateProductPage = lazyPage(() => import('../pages/dashboard/CreateProductPage'), 'CreateProductPage');
const AdminProductPage = lazyPage(() => import('../pages/dashboard/AdminProductPage'), 'AdminProductPage');
const AuditPage = lazyPage(() => import('../pages/dashboard/AuditPage'), 'AuditPage');
const EditProductPage = lazyPage(() => import('../pages/dashboard/EditProductPage'), 'EditProductPage');
const ImportProductsPage = lazyPage(() => import('../pages/dashboard/ImportProductsPage'), 'ImportProductsPage');
const AccountActionPage = lazyPage(() => import('../pages/AccountActionPage'), 'AccountActionPage');

/** The code of the page that the server has drawn: React takes over all of it at once or, at the first news, draws it anew. */
export async function loadDrawnPage(path: string): Promise<void> {
  const drawn = {
    '/products': ProductsPage,
    '/products/:slug': ProductPage,
    '/contact': ContactPage,
    '/shipping': ShippingPage,
    '/returns': ReturnsPage,
    '/faq': FaqPage,
    '/privacy': PrivacyPage,
    '/terms': TermsPage,
  };
  await Object.entries(drawn)
    .find(([pattern]) => matchPath(pattern, path))?.[1]
    .load();
}

/** Behind the pages, so that they are there. */
function EarlyActions() {
  useEffect(() => {
    const actions = window.__early;
    delete window.__early;
    // At once: what is drawn anew meanwhile loses the text that React has not been told of.
    if (actions) replayEarlyActions(actions);
  }, []);
  return null;
}

/** One line per route, its guard beside it; React Router matches paths in any letter case (decision 27). */
export function Router() {
  return (
    <Layout>
      <Suspense fallback={<div className="page-waiting" />}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/products" element={<ProductsPage />} />
          <Route path="/products/:slug" element={<ProductPage />} />
          <Route path="/contact" element={<ContactPage />} />
          <Route path="/shipping" element={<ShippingPage />} />
          <Route path="/returns" element={<ReturnsPage />} />
          <Route path="/faq" element={<FaqPage />} />
          <Route path="/privacy" element={<PrivacyPage />} />
          <Route path="/terms" element={<TermsPage />} />
          <Route path="/login" element={<LoginPage />} />
          <Route path="/register" element={<RegisterPage />} />
          <Route path="/account/action" element={<AccountActionPage />} />
          <Route path="/admin" element={<AdminGuard children={<Navigate to="/dashboard/DashboardHome" replace />} />} />
          <Route path="/dashboard" element={<SignedInGuard children={<DashboardLayout />} />}>
            <Route index element={<DashboardIndexPage />} />
            <Route path="userProduct" element={<UserProductPage />} />
            <Route path="profile" element={<ProfilePage />} />
            <Route path="addProduct" element={<AddProductPage />} />
            <Route path="createProduct" element={<CreateProductPage />} />
            <Route path="editProduct/:slug" element={<EditProductPage />} />
            <Route path="DashboardHome" element={<AdminGuard children={<DashboardHomePage />} />} />
            <Route path="importProducts" element={<AdminGuard children={<ImportProductsPage />} />} />
            <Route path="AllUser" element={<AdminGuard children={<AllUserPage />} />} />
            <Route path="AdminProduct" element={<AdminGuard children={<AdminProductPage />} />} />
            <Route path="audit" element={<AdminGuard children={<AuditPage />} />} />
            <Route path="settings" element={<AdminGuard children={<SettingsPage />} />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
        <EarlyActions />
      </Suspense>
    </Layout>
  );
}
