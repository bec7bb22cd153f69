import { z } from 'zod';
import { orNull } from '../graphql/input';

const idInput = z.string({ error: 'id is required' });

export const saveAddressInput = z.strictObject({
  id: orNull(idInput),
  /** The service parses it by its country's format. */
  address: z.unknown(),
  isDefault: orNull(z.boolean({ error: 'isDefault must be true or false' })),
});

export const deleteAddressInput = z.strictObject({ id: idInput });
