import { useRef, useState } from 'react';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { isSame } from '../../lib/isSame';
import { useFocusAfterClose } from './useFocusAfterClose';
import { zoneWith } from './zoneWith';

interface Identified {
  id: string | null;
}

export interface OpenZone<Values extends Identified, Zone extends Identified> {
  values: Values;
  /** As it was stored when its form was opened; undefined: a new one. */
  zone: Zone | undefined;
}

/** Whether what a form was opened with is still stored. */
export const isUnchanged = <Values extends Identified, Zone extends Identified>(
  { values: { id }, zone }: OpenZone<Values, Zone>,
  zones: readonly Zone[],
): boolean => zone === undefined || isSame(zoneWith(zones, id), zone);

interface Edits {
  dismissOfForms: () => void;
  resolved: number | undefined;
}

/** The zone with an open form, and where the focus goes: `add` opens one for a new zone, `top` stands over all of them. */
export function useOpenZone<Values extends Identified, Zone extends Identified>({ dismissOfForms, resolved }: Edits) {
  const [open, setOpen] = useState<OpenZone<Values, Zone>>();
  const { add, remember } = useFocusAfterClose(open !== undefined);
  const top = useRef<HTMLDivElement>(null);
  useFocusFallback(top, resolved);

  /** Focuses the zone with this id, if it has one. Does nothing once another form is open, also of the same zone. */
  function close(closed: OpenZone<Values, Zone>, focused: string | null): void {
    dismissOfForms();
    remember(focused);
    setOpen((now) => (now === closed ? undefined : now));
  }

  const discard = (closed: OpenZone<Values, Zone>): void => close(closed, closed.values.id);

  return { open, setOpen, close, discard, add, top };
}
