const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** In the browser's locale. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular">
      {format.format(new Date(at))}
    </time>
  );
}
