import './service.css';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { usePageTitle } from '../../ui/usePageTitle';

const pages = [
  ['Contact us', '/contact'],
  ['Shipping', '/shipping'],
  ['Returns', '/returns'],
  ['FAQ', '/faq'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
] as const;

/** The frame of the customer-service pages: where one is, what else there is, and the words. */
export function ServicePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  usePageTitle(title, lead);
  return (
    <div className="service">
      <nav className="service-nav" aria-label="Service pages">
        <ul>
          {pages.map(([label, path]) => (
            <li key={path}>
              <NavLink to={path}>{label}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="service-main">
        <h1>{title}</h1>
        <p className="service-lead">{lead}</p>
        {children}
      </div>
    </div>
  );
}
