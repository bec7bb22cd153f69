import { type ReactNode, useEffect, useRef } from 'react';

/** Focuses its heading, because the element that had the focus is gone. */
export function ActionResult({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}
