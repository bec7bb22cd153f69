import type { Document } from 'bson';

/** The MongoDB error codes that this server uses, by MongoDB's names. */
const errorCodes = {
  InternalError: 1,
  BadValue: 2,
  GraphContainsCycle: 5,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
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
  Overflow: 15,
  InvalidPipelineOperator: 168,
  ConversionFailure: 241,
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
  MergeStageNoMatchingDocument: 328,
  MechanismUnavailable: 334,
} as const;

/** Errors without a name in MongoDB are named after their code. */
export type ErrorName = keyof typeof errorCodes | `Location${number}`;

const codes: Readonly<Record<string, number>> = errorCodes;

/** An error as a MongoDB server reports it: code, codeName and message. */
export class MongoServerError extends Error {
  readonly code: number;

  constructor(
    readonly codeName: ErrorName,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
    this.name = 'MongoServerError';
    this.code = codes[codeName] ?? Number(codeName.slice('Location'.length));
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
