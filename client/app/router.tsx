import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/HomePage';
import { NotFoundPage } from '../pages/NotFoundPage';
import { Layout } from './layout/Layout';

const ProductsPage = lazy(() => import('../pages/ProductsPage').then((page) => ({ default: page.ProductsPage })));
const ProductPage = lazy(() => import('../pages/ProductPage').then((page) => ({ default: page.ProductPage })));
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
          <Route path="/login" element={<LoginPage />} />
          <Route path="/register" element={<RegisterPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </Layout>
  );
}
