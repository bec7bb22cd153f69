import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import {
  AddressesDocument,
  DeleteAddressDocument,
  SaveAddressDocument,
  type SavedAddressPartsFragment,
} from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { serverMessage } from '../../lib/serverMessage';
import { useSession } from '../../session/SessionProvider';
import { errorToast } from '../../ui/toast';
import { addressInput, type AddressValues, addressOf, isSameAddress } from './address';
import type { CheckoutForm } from './useCheckoutForm';

export type SavedAddress = SavedAddressPartsFragment;
/** Not cached by Apollo. */
const uncached = { fetchPolicy: 'no-cache' } as const;

/** The signed-in user's; the default address is filled in if nothing is typed yet. */
export function useSavedAddresses({ form: { values, setValues }, hasAddress }: CheckoutForm) {
  const client = useApolloClient();
  const { user } = useSession();
  const uid = user?.uid;
  const [saved, setSaved] = useState<readonly SavedAddress[]>([]);
  const [isWanted, want] = useState(false);
  const [changes, setChanges] = useState(0);

  const fill = (address?: AddressValues): void => void setValues({ ...values, ...addressOf(address) });
  const fillInDefault = useRef<(all: readonly SavedAddress[]) => void>(() => undefined);
  useEffect(() => {
    fillInDefault.current = (all) => {
      const found = all.find(({ isDefault }) => isDefault);
      if (found && !hasAddress && values.countryCode === '') fill(found);
    };
  });

  useEffect(() => {
    if (uid === undefined) return undefined;
    let isCurrent = true;
    client.query({ query: AddressesDocument, ...uncached }).then(
      ({ data }) => {
        if (!isCurrent || !data) return;
        setSaved(data.addresses);
        fillInDefault.current(data.addresses);
      },
      // Without them an address can still be typed.
      (error: unknown) => logFailure('Failed to load the saved addresses', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, uid]);

  async function change(what: string, ask: () => Promise<readonly SavedAddress[] | undefined>): Promise<void> {
    try {
      const next = await ask();
      if (next) setSaved(next);
      setChanges((count) => count + 1);
    } catch (error) {
      errorToast(what, serverMessage(error, 'There is no connection to the shop.'));
    }
  }

  const save = async (input: { id?: string; isDefault?: boolean }, address: AddressValues) => {
    const variables = { input: { ...input, address: addressInput(address) } };
    const { data } = await client.mutate({ mutation: SaveAddressDocument, variables, ...uncached });
    return data?.saveAddress?.addresses;
  };
  const chosen = saved.find((each) => isSameAddress(each, values));

  return {
    isSignedIn: uid !== undefined,
    saved,
    /** The one shown in the form. */
    chosen,
    fill,
    /** Number of completed changes. */
    changes,
    isWanted,
    want,
    /** The requested change, applied once the address is complete. */
    saveWanted: () =>
      isWanted && !chosen ? change('The address was not saved', () => save({}, values)) : Promise.resolve(),
    makeDefault: (address: SavedAddress) =>
      change('The default was not changed', () => save({ id: address.id, isDefault: true }, address)),
    remove: ({ id }: SavedAddress) =>
      change('The address was not deleted', async () => {
        const { data } = await client.mutate({
          mutation: DeleteAddressDocument,
          variables: { input: { id } },
          ...uncached,
        });
        return data?.deleteAddress?.addresses;
      }),
  };
}

export type SavedAddresses = ReturnType<typeof useSavedAddresses>;
