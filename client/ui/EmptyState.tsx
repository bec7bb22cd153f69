import type { ReactNode } from 'react';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 120 92" aria-hidden="true" focusable="false">
        <path className="empty-wall" d="M14 30h92v50a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6z" />
        <path
          className="empty-awning"
          d="M8 14a6 6 0 0 1 6-6h92a6 6 0 0 1 6 6v16a8.7 8.7 0 0 1-17.3 0 8.7 8.7 0 0 1-17.4 0 8.7 8.7 0 0 1-17.3 0 8.7 8.7 0 0 1-17.3 0 8.7 8.7 0 0 1-17.4 0A8.7 8.7 0 0 1 8 30z"
        />
        <rect className="empty-window" x="34" y="52" width="52" height="22" rx="3" />
      </svg>
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
