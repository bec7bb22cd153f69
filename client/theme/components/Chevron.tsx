import type { SVGProps } from 'react';

/** Of a list of choices. */
export function Chevron(props: SVGProps<SVGSVGElement>) {
  return (
    <svg {...props} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <path d="m5.5 8 4.5 4.5 4.5-4.5" />
    </svg>
  );
}
