import type { Document } from 'bson';

/** The subset of MongoDB's error codes that this server answers with, by MongoDB's own names. */
const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  GraphContainsCycle: 5,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  InvalidLength: 16,
  ProtocolError: 17,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  NotSingleValueField: 54,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  FailPointSetFailed: 82,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OutOfDiskSpace: 14031,
  NotImplemented: 238,
  SnapshotTooOld: 239,
  SnapshotUnavailable: 246,
  TransactionTooOld: 225,
  NoSuchTransaction: 251,
  OperationNotSupportedInTransaction: 263,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  CommandNotSupportedOnView: 166,
  BSONObjectTooLarge: 10334,
  CannotIndexParallelArrays: 171,
  NotWritablePrimary: 10107,
  DuplicateKey: 11000,
  InterruptedAtShutdown: 11600,
  Location17280: 17280,
  Location40324: 40324,
  Location16872: 16872,
  Location31249: 31249,
  Location31250: 31250,
  Location31253: 31253,
  Location31254: 31254,
  Location40181: 40181,
  Location40353: 40353,
  Location51091: 51091,
  Location51024: 51024,
  Location51108: 51108,
  Location4568: 4568,
  Location17217: 17217,
  Location4031700: 4031700,
  Location4940400: 4940400,
  Location168: 168,
  Location15947: 15947,
  Location15955: 15955,
  Location40156: 40156,
  Location40228: 40228,
  Location40323: 40323,
  Location40573: 40573,
  Location5107201: 5107201,
  Location40415: 40415,
  Location40601: 40601,
  Location51132: 51132,
  Location51183: 51183,
  Location51185: 51185,
  Location51186: 51186,
  Location51189: 51189,
  Location51199: 51199,
  MergeStageNoMatchingDocument: 328,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

/** An answer a MongoDB server would give: code, codeName and text. */
export class MongoServerError extends Error {
  readonly code: number;

  constructor(
    readonly codeName: ErrorName,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
    this.name = 'MongoServerError';
    this.code = ERROR_CODES[codeName];
  }
}

export function notSupported(what: string): MongoServerError {
  return new MongoServerError('NotImplemented', `${what} is not supported by the embedded database`);
}

export function badValue(message: string): MongoServerError {
  return new MongoServerError('BadValue', message);
}

export function failedToParse(message: string): MongoServerError {
  return new MongoServerError('FailedToParse', message);
}

export function typeMismatch(message: string): MongoServerError {
  return new MongoServerError('TypeMismatch', message);
}
