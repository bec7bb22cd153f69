/** Query texts by operation name, printed by the code generator so that no GraphQL printer is in the bundle. */
export const queryTexts = new Map<string, string>();
/** SHA-256 of the queries that anonymous users send by GET. */
export const queryHashes = new Map<string, string>();
