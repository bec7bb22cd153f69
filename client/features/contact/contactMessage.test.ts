import { ValidationError } from 'yup';
import { contactMessageSchema, isContactField, toInput } from './contactMessage';

const good = { name: 'Anna Meyer', email: 'anna@example.com', message: 'When does my lamp arrive?' };

async function problem(change: Partial<typeof good>): Promise<string> {
  const error: unknown = await contactMessageSchema.validate({ ...good, ...change }).catch((each: unknown) => each);
  return error instanceof ValidationError ? `${error.path}: ${error.message}` : '';
}

describe('M42: the contact form', () => {
  it('accepts valid input and trims it', async () => {
    expect(await problem({})).toBe('');
    expect(toInput({ ...good, name: '  Anna Meyer ' })).toEqual(good);
  });

  it.each([
    [{ name: ' A ' }, 'name: Name is required'],
    [{ name: 'a'.repeat(101) }, 'name: Name must be at most 100 characters'],
    [{ email: 'anna@example' }, 'email: Invalid email'],
    [{ email: '' }, 'email: Invalid email'],
    [{ message: '   ' }, 'message: Message is required'],
    [{ message: 'too short' }, 'message: Message must be at least 10 characters'],
    [{ message: 'm'.repeat(5001) }, 'message: Message must be at most 5,000 characters'],
  ])('refuses %j', async (change, expected) => {
    expect(await problem(change)).toBe(expected);
  });

  it('tells its field names from others', () => {
    expect([isContactField('email'), isContactField('role'), isContactField(undefined)]).toEqual([true, false, false]);
  });
});
