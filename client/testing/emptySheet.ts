/** Replaces every style sheet. */
export {};
