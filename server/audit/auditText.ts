/** Longer values are truncated: the log records what was changed, and is no second copy of the shop. */
const maxValueLength = 1_000;

export type AuditValue = string | number | boolean | readonly string[] | null;

/** A value as it is logged: plain text, several values separated by line breaks. */
export function auditText(value: AuditValue): string | null {
  if (value === null) return null;
  const text = Array.isArray(value) ? value.join('\n') : String(value);
  return text.length <= maxValueLength ? text : `${wholeCharacters(text.slice(0, maxValueLength - 1))}…`;
}

/** Drops a surrogate that the cut has separated from its pair. */
function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}
