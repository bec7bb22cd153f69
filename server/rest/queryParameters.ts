export const moment = { type: 'string', format: 'date-time' };

const truths: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Anything else is handed on and refused there. */
export const truthOf = (text: string): unknown => truths[text] ?? text;
