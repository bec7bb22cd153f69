import { type ReactNode, useEffect, useRef } from 'react';

/** What a step came to: its heading takes the reader's cursor, since what was there before is gone. */
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
