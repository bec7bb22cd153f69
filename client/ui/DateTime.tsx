import { styled } from '@mui/material/styles';

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const Time = styled('time')({ fontVariantNumeric: 'tabular-nums' });

/** In the browser's locale. */
export function DateTime({ at }: { at: string }) {
  return <Time dateTime={at}>{format.format(new Date(at))}</Time>;
}
