import { useSettings } from './useSettings';

/** False while the settings load. */
export const useIsOutboundOff = (): boolean => useSettings()?.outbound === false;
