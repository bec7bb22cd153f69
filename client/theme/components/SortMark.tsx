import type { SVGProps } from 'react';

/** The sort mark of a column's heading: points down for descending order. */
export function SortMark({ className }: SVGProps<SVGSVGElement>) {
  return (
    <svg className={className} width="0.5rem" height="0.5rem" viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
      <path d="M0 2h8L4 6z" />
    </svg>
  );
}
