import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { AddOrderNoteDocument } from '../../__generated__/lazyOperations';
import type { ShopOrder } from './shopOrder';
import { useOrderChange } from './useOrderChange';
import type { OrderAccess } from './useShopOrder';

export function useNote({ order: { number }, ...access }: OrderAccess & { order: ShopOrder }) {
  const [text, setText] = useState('');
  const { run, isBusy, failure } = useOrderChange(access);
  const [addNote] = useMutation(AddOrderNoteDocument);

  async function add(): Promise<void> {
    const input = { number, text };
    if (!(await run(input, input, async (options) => (await addNote(options)).data?.addOrderNote))) return;
    // The next note may have been begun meanwhile.
    setText((present) => (present === text ? '' : present));
  }

  return { text, setText, add, isBusy, failure };
}
