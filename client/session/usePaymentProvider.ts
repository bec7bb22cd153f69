import type { Settings } from './settings';
import { useSettings } from './useSettings';

/** Undefined while the settings load: the server decides then. */
export const usePaymentProvider = (): Settings['paymentProvider'] | undefined => useSettings()?.paymentProvider;
