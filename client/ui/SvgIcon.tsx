/** `lines` must not come from users: it is inserted as HTML. */
export function SvgIcon({ lines, className = '' }: { lines: string; className?: string | undefined }) {
  return (
    <svg
      className={`icon ${className}`}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: lines }}
    />
  );
}
