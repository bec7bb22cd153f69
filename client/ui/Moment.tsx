const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Day and time as the browser's language writes them. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular">
      {format.format(new Date(at))}
    </time>
  );
}
