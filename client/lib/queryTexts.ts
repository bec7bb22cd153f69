/** What goes over the wire, by operation name: printed when the code is generated, so that no GraphQL printer reaches the browser. */
export const queryTexts = new Map<string, string>();
/** Of what the shop answers by GET to whoever is not signed in. */
export const queryHashes = new Map<string, string>();
