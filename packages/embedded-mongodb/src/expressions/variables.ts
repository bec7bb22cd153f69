import { failedToParse } from '../errors';

const variablePattern = /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/u;

export function checkVariableName(name: string): void {
  if (!variablePattern.test(name) && name !== 'CURRENT')
    throw failedToParse(`'${name}' starts with an invalid character for a user variable name`);
}
