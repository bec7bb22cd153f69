import { asUser } from '../testing/contexts';
import { homeAddress } from '../testing/buyer';
import { useTestDatabase } from '../testing/useTestDatabase';
import type { Context } from '../context';
import { deleteAddress, listAddresses, maximumAddresses, saveAddress } from './addresses.service';

const database = useTestDatabase();
const repositories = () => database.repositories;

const at = (streetLine1: string) => ({ ...homeAddress, streetLine1 });
const save = (context: Context, streetLine1: string, more: object = {}) =>
  saveAddress(context, { address: at(streetLine1), ...more });
const shown = async (context: Context) =>
  (await listAddresses(context)).map(({ streetLine1, isDefault }) => `${streetLine1}${isDefault ? ' *' : ''}`);

test('C14 the first address is the default unless another one is made default, and again after that is deleted', async () => {
  const ada = await asUser(repositories(), 'ada');
  await save(ada, 'Home');
  await save(ada, 'Work');
  expect(await shown(ada)).toEqual(['Home *', 'Work']);
  await save(ada, 'Mother', { isDefault: true });
  expect(await shown(ada)).toEqual(['Home', 'Work', 'Mother *']);
  const [, , mother] = await listAddresses(ada);
  await deleteAddress(ada, { id: mother?.id });
  expect(await shown(ada)).toEqual(['Home *', 'Work']);
  await expect(deleteAddress(ada, { id: mother?.id })).rejects.toMatchObject({ status: 404, field: 'id' });
});

test('does not save an equal address twice and replaces an address with a given id in place', async () => {
  const ada = await asUser(repositories(), 'ada');
  await save(ada, 'Home');
  const [home] = await save(ada, 'Work');
  await save(ada, 'Work');
  await save(ada, 'New home', { id: home?.id });
  expect(await shown(ada)).toEqual(['New home *', 'Work']);
  await expect(save(ada, 'x', { id: 'f'.repeat(24) })).rejects.toMatchObject({ status: 404, field: 'id' });
});

test('addresses of other users can be neither seen, replaced nor deleted', async () => {
  const [ada, bob] = [await asUser(repositories(), 'ada'), await asUser(repositories(), 'bob')];
  const [home] = await save(ada, 'Home');
  expect(await shown(bob)).toEqual([]);
  await expect(deleteAddress(bob, { id: home?.id })).rejects.toMatchObject({ status: 404 });
  await expect(save(bob, 'Mine', { id: home?.id })).rejects.toMatchObject({ status: 404 });
  expect(await shown(ada)).toEqual(['Home *']);
});

test.each([
  ['streetLine1', { ...homeAddress, streetLine1: ' ' }],
  ['region', { ...homeAddress, region: 'Bavaria' }],
  ['countryCode', { ...homeAddress, countryCode: 'XX' }],
])('refuses an incomplete or invalid address and names its field: %s', async (field, address) => {
  const ada = await asUser(repositories(), 'ada');
  await expect(saveAddress(ada, { address })).rejects.toMatchObject({ status: 400, field: `address.${field}` });
  expect(await shown(ada)).toEqual([]);
});

test('concurrent saves keep at most 20 addresses and one default', async () => {
  const ada = await asUser(repositories(), 'ada');
  const street = (number: number) => `Street ${number}`;
  for (let number = 1; number < maximumAddresses; number += 1) await save(ada, street(number));
  const results = await Promise.allSettled([20, 21, 22].map((number) => save(ada, street(number))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 });
  const all = await listAddresses(ada);
  expect([all.length, all.filter(({ isDefault }) => isDefault).length]).toEqual([maximumAddresses, 1]);
  await save(ada, street(3), { isDefault: true });
  expect((await listAddresses(ada)).find(({ isDefault }) => isDefault)?.streetLine1).toBe(street(3));
});

test('does not keep an address that is saved while the account is deleted', async () => {
  const ada = await asUser(repositories(), 'ada');
  await repositories().deletedUsers.add('ada', new Date());
  await expect(save(ada, 'Home')).rejects.toMatchObject({ status: 403 });
  expect(await repositories().addresses.find('ada')).toBeNull();
});
