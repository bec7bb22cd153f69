import type { Settings } from './settings';
import { useSettings } from './useSettings';

/** Undefined until it is known: then the server decides. */
export const usePaymentProvider = (): Settings['paymentProvider'] | undefined => useSettings()?.paymentProvider;
