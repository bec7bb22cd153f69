export const dateTimeSchema = { type: 'string', format: 'date-time' };

const truths: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Invalid values are passed on, and rejected by the operation. */
export const truthOf = (text: string): unknown => truths[text] ?? text;
