/** The value of DATABASE_TIMEOUT_MS: a busy server gets more than the usual time. */
export const testAnswerMs = Number(process.env['DATABASE_TIMEOUT_MS'] ?? 1_500);
