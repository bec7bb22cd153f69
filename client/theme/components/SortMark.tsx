import type { SVGProps } from 'react';

/** Of a column's heading: points down for the largest first. */
export function SortMark({ className }: SVGProps<SVGSVGElement>) {
  return (
    <svg className={className} width="0.5rem" height="0.5rem" viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
      <path d="M0 2h8L4 6z" />
    </svg>
  );
}
