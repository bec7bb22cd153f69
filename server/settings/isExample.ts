import { isDeepStrictEqual } from 'node:util';
import { defaultSettings } from './defaultSettings';
import type { ShopSettings } from './shopSettings';

type Stored = ShopSettings[keyof ShopSettings];

const contentOf = ({ version: _version, editId: _editId, ...content }: Stored): object => content;

/** Whether they say what a new shop begins with, also after they were changed and changed back. */
export const isExample = (stored: Stored): boolean =>
  isDeepStrictEqual(contentOf(stored), contentOf(defaultSettings[stored._id]));
