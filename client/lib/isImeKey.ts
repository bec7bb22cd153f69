/** Whether a key belongs to an input method. Safari has ended the composition before the Enter that accepts a word: 229 says it. */
export const isImeKey = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
