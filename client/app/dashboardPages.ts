import { lazyPage } from './lazyPage';

/** The pages below /dashboard, each in its own chunk, by their names in the route table. */
export const dashboardPages = {
  DashboardIndex: lazyPage(() => import('../pages/dashboard/DashboardIndexPage')),
  UserProduct: lazyPage(() => import('../pages/dashboard/UserProductPage')),
  Orders: lazyPage(() => import('../pages/dashboard/OrdersPage')),
  Stock: lazyPage(() => import('../pages/dashboard/StockPage')),
  Profile: lazyPage(() => import('../pages/dashboard/ProfilePage')),
  AddProduct: lazyPage(() => import('../pages/dashboard/AddProductPage')),
  CreateProduct: lazyPage(() => import('../pages/dashboard/CreateProductPage')),
  EditProduct: lazyPage(() => import('../pages/dashboard/EditProductPage')),
  DashboardHome: lazyPage(() => import('../pages/dashboard/DashboardHomePage')),
  ImportProducts: lazyPage(() => import('../pages/dashboard/ImportProductsPage')),
  AllUser: lazyPage(() => import('../pages/dashboard/AllUserPage')),
  AdminProduct: lazyPage(() => import('../pages/dashboard/AdminProductPage')),
  ShopOrders: lazyPage(() => import('../pages/dashboard/ShopOrdersPage')),
  Audit: lazyPage(() => import('../pages/dashboard/AuditPage')),
  ShopOrder: lazyPage(() => import('../pages/dashboard/ShopOrderPage')),
  ShippingSettings: lazyPage(() => import('../pages/dashboard/ShippingSettingsPage')),
  TaxSettings: lazyPage(() => import('../pages/dashboard/TaxSettingsPage')),
  Payments: lazyPage(() => import('../pages/dashboard/PaymentsPage')),
  Reports: lazyPage(() => import('../pages/dashboard/ReportsPage')),
  Messages: lazyPage(() => import('../pages/dashboard/MessagesPage')),
  Outbox: lazyPage(() => import('../pages/dashboard/OutboxPage')),
  ApiKeys: lazyPage(() => import('../pages/dashboard/ApiKeysPage')),
  Webhooks: lazyPage(() => import('../pages/dashboard/WebhooksPage')),
  Settings: lazyPage(() => import('../pages/dashboard/SettingsPage')),
};

export type DashboardPageName = keyof typeof dashboardPages;
