import { emptyFindOrder, findOrderSchema, isFindOrderField, toInput } from './findOrder';

const errorsOf = (values: object) =>
  findOrderSchema.validate({ ...emptyFindOrder, ...values }, { abortEarly: false }).then(
    () => [],
    ({ errors }: { errors: string[] }) => errors,
  );

test('C34 requires an order number and an e-mail address', async () => {
  expect((await errorsOf({})).filter((each, index, all) => all.indexOf(each) === index)).toEqual([
    'Enter the number of your order',
    'Invalid email',
  ]);
  expect(await errorsOf({ number: 'K-7F3Q-9M2X', email: 'anna@example.com' })).toEqual([]);
  expect(await errorsOf({ number: 'x'.repeat(41), email: 'anna@example.com' })).toEqual([
    'A number looks like K-7F3Q-9M2X',
  ]);
});

test('C34 trims the input and recognizes its fields', () => {
  expect(toInput({ number: ' K-7F3Q-9M2X ', email: ' anna@example.com ' })).toEqual({
    number: 'K-7F3Q-9M2X',
    email: 'anna@example.com',
  });
  expect([isFindOrderField('email'), isFindOrderField('other'), isFindOrderField(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});
