import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/HomePage';
import { NotFoundPage } from '../pages/NotFoundPage';
import { Layout } from './layout/Layout';

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
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </Layout>
  );
}
