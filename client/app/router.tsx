import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/HomePage';
import { NotFoundPage } from '../pages/NotFoundPage';
import { AdminGuard } from './guards/AdminGuard';
import { SignedInGuard } from './guards/SignedInGuard';
import { Layout } from './layout/Layout';
import { replayEarlyActions } from './replayEarlyActions';

const ProductsPage = lazy(() => import('../pages/ProductsPage').then((page) => ({ default: page.ProductsPage })));
const ProductPage = lazy(() => import('../pages/ProductPage').then((page) => ({ default: page.ProductPage })));
const ContactPage = lazy(() => import('../pages/static/ContactPage').then((page) => ({ default: page.ContactPage })));
const ShippingPage = lazy(() =>
  import('../pages/static/ShippingPage').then((page) => ({ default: page.ShippingPage })),
);
const ReturnsPage = lazy(() => import('../pages/static/ReturnsPage').then((page) => ({ default: page.ReturnsPage })));
const FaqPage = lazy(() => import('../pages/static/FaqPage').then((page) => ({ default: page.FaqPage })));
const LoginPage = lazy(() => import('../pages/LoginPage').then((page) => ({ default: page.LoginPage })));
const RegisterPage = lazy(() => import('../pages/RegisterPage').then((page) => ({ default: page.RegisterPage })));
const DashboardLayout = lazy(() =>
  import('../pages/dashboard/DashboardLayout').then((page) => ({ default: page.DashboardLayout })),
);
const DashboardIndexPage = lazy(() =>
  import('../pages/dashboard/DashboardIndexPage').then((page) => ({ default: page.DashboardIndexPage })),
);
const UserProductPage = lazy(() =>
  import('../pages/dashboard/UserProductPage').then((page) => ({ default: page.UserProductPage })),
);
const ProfilePage = lazy(() =>
  import('../pages/dashboard/ProfilePage').then((page) => ({ default: page.ProfilePage })),
);
const SettingsPage = lazy(() =>
  import('../pages/dashboard/SettingsPage').then((page) => ({ default: page.SettingsPage })),
);
const DashboardHomePage = lazy(() =>
  import('../pages/dashboard/DashboardHomePage').then((page) => ({ default: page.DashboardHomePage })),
);
const AllUserPage = lazy(() =>
  import('../pages/dashboard/AllUserPage').then((page) => ({ default: page.AllUserPage })),
);
const AddProductPage = lazy(() =>
  import('../pages/dashboard/AddProductPage').then((page) => ({ default: page.AddProductPage })),
);
const CreateProductPage = lazy(() =>
  import('../pages/dashboard/CreateProductPage').then((page) => ({ default: page.CreateProductPage })),
);
const AdminProductPage = lazy(() =>
  import('../pages/dashboard/AdminProductPage').then((page) => ({ default: page.AdminProductPage })),
);
const AuditPage = lazy(() => import('../pages/dashboard/AuditPage').then((page) => ({ default: page.AuditPage })));
const EditProductPage = lazy(() =>
  import('../pages/dashboard/EditProductPage').then((page) => ({ default: page.EditProductPage })),
);
const ImportProductsPage = lazy(() =>
  import('../pages/dashboard/ImportProductsPage').then((page) => ({ default: page.ImportProductsPage })),
);
const AccountActionPage = lazy(() =>
  import('../pages/AccountActionPage').then((page) => ({ default: page.AccountActionPage })),
);

/** Last, so that the page is there for what happened before it was; a moment later, so that everything around it is too. */
function EarlyActions() {
  useEffect(() => {
    const timer = setTimeout(replayEarlyActions);
    return () => clearTimeout(timer);
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
