export const zoneWith = <Zone extends { id: string | null }>(zones: readonly Zone[], id: string | null) =>
  zones.find((zone) => zone.id === id);
