import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { BadInputError, ConflictError, ForbiddenError, NotFoundError, UnavailableError } from '../errors';
import { parseInput } from '../graphql/input';
import type { Address } from '../shipping/address';
import { missingField, parseAddress } from '../shipping/address.input';
import { deleteAddressInput, saveAddressInput } from './addresses.input';
import type { SavedAddress } from './addresses.repository';

export const maximumAddresses = 20;
const attempts = 10;

export async function listAddresses(context: Context): Promise<readonly SavedAddress[]> {
  const { viewer } = await authorize(context, 'addresses');
  return (await context.repositories.addresses.find(viewer.uid))?.addresses ?? [];
}

/** Adds or replaces an address; the first is the default. */
export async function saveAddress(context: Context, input: unknown): Promise<readonly SavedAddress[]> {
  const { viewer } = await authorize(context, 'saveAddress');
  const { id, address: given, isDefault } = parseInput(saveAddressInput, input);
  const address = parseAddress('address', given);
  const missing = missingField(address);
  if (missing) throw new BadInputError('This is required', `address.${missing}`);
  const fresh = newId(context).toHexString();
  return change(context, viewer.uid, (before) => {
    const same =
      before.find((each) => each.id === (id ?? fresh)) ?? (id === null ? equalOf(before, address) : undefined);
    if (id !== null && !same) throw new NotFoundError('There is no such address.', 'id');
    if (!same && before.length >= maximumAddresses)
      throw new ConflictError(`At most ${maximumAddresses} addresses can be saved. Delete one first.`);
    const saved = { ...address, id: same?.id ?? fresh, isDefault: isDefault ?? same?.isDefault ?? false };
    const after = same ? before.map((each) => (each === same ? saved : each)) : [...before, saved];
    return withOneDefault(after, saved.isDefault ? saved.id : undefined);
  });
}

export async function deleteAddress(context: Context, input: unknown): Promise<readonly SavedAddress[]> {
  const { viewer } = await authorize(context, 'deleteAddress');
  const { id } = parseInput(deleteAddressInput, input);
  return change(context, viewer.uid, (before) => {
    if (!before.some((each) => each.id === id)) throw new NotFoundError('There is no such address.', 'id');
    return withOneDefault(before.filter((each) => each.id !== id));
  });
}

type Change = (before: readonly SavedAddress[]) => readonly SavedAddress[];

/** Another tab may write concurrently: retries on what is stored by then. */
async function change(
  { repositories: { addresses, deletedUsers } }: Context,
  uid: string,
  next: Change,
): Promise<readonly SavedAddress[]> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const read = await addresses.find(uid);
    const after = next(read?.addresses ?? []);
    if (!(await addresses.replace(uid, read, after))) continue;
    // Checked after the write: if the account is deleted concurrently, either sees the other.
    if (!(await deletedUsers.has(uid))) return after;
    await addresses.delete(uid);
    throw new ForbiddenError('This account has been deleted.');
  }
  throw new UnavailableError();
}

/** Makes `chosen` the default if given, else keeps it; the first one if the default was removed. */
function withOneDefault(all: readonly SavedAddress[], chosen?: string): readonly SavedAddress[] {
  const id = chosen ?? (all.find(({ isDefault }) => isDefault) ?? all[0])?.id;
  return all.map((each) => ({ ...each, isDefault: each.id === id }));
}

/** An equal address that is already saved. */
function equalOf(saved: readonly SavedAddress[], address: Address): SavedAddress | undefined {
  const names = Object.keys(address) as (keyof Address)[];
  return saved.find((each) => names.every((name) => each[name] === address[name]));
}
