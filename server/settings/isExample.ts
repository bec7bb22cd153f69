import { isDeepStrictEqual } from 'node:util';
import { defaultSettings } from './defaultSettings';
import type { ShopSettings } from './shopSettings';

type Stored = ShopSettings[keyof ShopSettings];

const contentOf = ({ version: _version, editId: _editId, ...content }: Stored): object => content;

/**
 * Whether nobody has changed them, or they were changed back to what a new shop begins with. Unchanged ones may differ
 * from these defaults: an earlier version has stored its own.
 */
export const isExample = (stored: Stored): boolean =>
  stored.editId === null || isDeepStrictEqual(contentOf(stored), contentOf(defaultSettings[stored._id]));
