import { Collection, Db, MongoClient, type AnyBulkWriteOperation, type Document } from 'mongodb';

type Run<T> = (target: T, args: Document, options: Document) => unknown;

const collectionName: Readonly<Record<string, Run<Collection>>> = {
  find: (target, { filter }, options) => target.find((filter ?? {}) as Document, options).toArray(),
  findOne: (target, { filter }, options) => target.findOne((filter ?? {}) as Document, options),
  aggregate: (target, { pipeline }, options) => target.aggregate(pipeline as Document[], options).toArray(),
  countDocuments: (target, { filter }, options) => target.countDocuments(filter as Document, options),
  estimatedDocumentCount: (target, _args, options) => target.estimatedDocumentCount(options),
  count: (target, { filter }, options) => target.countDocuments(filter as Document, options),
  distinct: (target, { fieldName, filter }, options) =>
    target.distinct(String(fieldName), (filter ?? {}) as Document, options),
  insertOne: (target, { document }, options) => target.insertOne(document as Document, options),
  insertMany: (target, { documents }, options) => target.insertMany(documents as Document[], options),
  updateOne: (target, { filter, update }, options) => target.updateOne(filter as Document, update as Document, options),
  updateMany: (target, { filter, update }, options) =>
    target.updateMany(filter as Document, update as Document, options),
  replaceOne: (target, { filter, replacement }, options) =>
    target.replaceOne(filter as Document, replacement as Document, options),
  deleteOne: (target, { filter }, options) => target.deleteOne(filter as Document, options),
  deleteMany: (target, { filter }, options) => target.deleteMany(filter as Document, options),
  findOneAndDelete: (target, { filter }, options) => target.findOneAndDelete(filter as Document, options),
  findOneAndUpdate: (target, { filter, update }, options) =>
    target.findOneAndUpdate(filter as Document, update as Document, lowerCase(options)),
  findOneAndReplace: (target, { filter, replacement }, options) =>
    target.findOneAndReplace(filter as Document, replacement as Document, lowerCase(options)),
  createIndex: (target, { keys }, options) => target.createIndex(keys as Document, options),
  bulkWrite: (target, { requests }, options) => target.bulkWrite(requests as AnyBulkWriteOperation[], options),
};

const databaseName: Readonly<Record<string, Run<Db>>> = {
  aggregate: (target, { pipeline }, options) => target.aggregate(pipeline as Document[], options).toArray(),
  runCommand: (target, { command }, options) => target.command(command as Document, options),
};

function lowerCase(options: Document): Document {
  const when = options['returnDocument'] as string | undefined;
  return when ? { ...options, returnDocument: when.toLowerCase() } : options;
}

function clientBulkWrite(client: MongoClient, { models }: Document, options: Document): unknown {
  const operations = (models as Document[]).map((model) => {
    const [name, fields] = Object.entries(model)[0] ?? [''];
    return { name, ...(fields as Document) };
  });
  return client.bulkWrite(operations as unknown as Parameters<MongoClient['bulkWrite']>[0], options);
}

const namedOptions = [
  'keys',
  'filter',
  'update',
  'replacement',
  'document',
  'documents',
  'pipeline',
  'requests',
  'models',
  'fieldName',
  'command',
  'commandName',
  'session',
];

/** Runs an operation of the unified test format with the official driver. */
export async function runOperation(
  target: Collection | Db | MongoClient | undefined,
  name: string,
  args: Document,
): Promise<unknown> {
  const options = Object.fromEntries(Object.entries(args).filter(([key]) => !namedOptions.includes(key)));
  if (target instanceof Collection && collectionName[name]) return collectionName[name](target, args, options);
  if (target instanceof Db && databaseName[name]) return databaseName[name](target, args, options);
  if (target instanceof MongoClient && name === 'clientBulkWrite') return clientBulkWrite(target, args, options);
  throw new Error(`the runner does not know ${name}`);
}
