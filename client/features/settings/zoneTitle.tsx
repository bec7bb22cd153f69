import type { ReactNode } from 'react';

/** The title of a zone's form, new or existing. */
export const zoneTitle = ({ id, name }: { id: string | null; name: string }): ReactNode =>
  id === null ? (
    'New zone'
  ) : (
    <>
      Edit: <bdi>{name}</bdi>
    </>
  );
