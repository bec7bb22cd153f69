import { useSettings } from './useSettings';

/** False until it is known. */
export const useIsOutboundOff = (): boolean => useSettings()?.outbound === false;
