import type { CommandRequest, Engine } from './engine';
import { notSupported } from './errors';
import type { Reply } from './replies';

export function explain(_engine: Engine, _request: CommandRequest): Promise<Reply> {
  return Promise.reject(notSupported('explain'));
}
