/** What DATABASE_TIMEOUT_MS says: a server that other work keeps waiting is given more than the shop's usual time. */
export const testAnswerMs = Number(process.env['DATABASE_TIMEOUT_MS'] ?? 1_500);
