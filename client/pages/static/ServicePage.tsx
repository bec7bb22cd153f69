import './service.css';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { PageTitleProps } from '../../ui/PageTitle';

const pages = [
  ['Contact us', '/contact'],
  ['Shipping', '/shipping'],
  ['Returns', '/returns'],
  ['FAQ', '/faq'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
] as const;

/** The frame of the customer-service pages: where one is, what else there is, and the words. */
export function ServicePage({ title, description, children }: PageTitleProps & { children: ReactNode }) {
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
        <p className="service-lead">{description}</p>
        {children}
      </div>
    </div>
  );
}
