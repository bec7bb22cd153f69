import type { ReactNode } from 'react';

/** Of the form of a new zone, and of one that is there. */
export const zoneTitle = ({ id, name }: { id: string | null; name: string }): ReactNode =>
  id === null ? (
    'New zone'
  ) : (
    <>
      Edit: <bdi>{name}</bdi>
    </>
  );
