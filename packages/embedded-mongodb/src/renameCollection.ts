import { randomUUID } from 'node:crypto';
import { checkNamespace } from './catalog';
import type { CommandRequest, Engine } from './engine';
import { MongoServerError, typeMismatch } from './errors';
import type { Reply } from './replies';

interface Namespace {
  readonly database: string;
  readonly name: string;
}

function namespaceOf(field: string, given: unknown): Namespace {
  if (given === undefined)
    throw new MongoServerError(
      'Location40414',
      `BSON field 'renameCollection.${field}' is missing but a required field`,
    );
  if (typeof given !== 'string')
    throw typeMismatch(`BSON field 'renameCollection.${field}' is the wrong type, expected type 'string'`);
  const dot = given.indexOf('.');
  if (dot < 1) throw new MongoServerError('InvalidNamespace', `Invalid namespace specified '${given}'`);
  const namespace = { database: given.slice(0, dot), name: given.slice(dot + 1) };
  checkNamespace(namespace.database, namespace.name);
  return namespace;
}

function dropTargetOf(given: unknown): boolean {
  if (given === undefined) return false;
  if (typeof given === 'boolean') return given;
  throw typeMismatch("BSON field 'renameCollection.dropTarget' is the wrong type, expected type 'bool'");
}

/**
 * Renames a collection, also into another database, in one transaction, so that after a crash it exists completely
 * under the old or the new name. Open cursors on both are closed, as on MongoDB.
 */
export function renameCollection(engine: Engine, { body, database }: CommandRequest): Promise<Reply> {
  if (database !== 'admin')
    throw new MongoServerError('Unauthorized', 'renameCollection may only be run against the admin database.');
  const from = namespaceOf('renameCollection', body['renameCollection']);
  const to = namespaceOf('to', body['to']);
  const dropTarget = dropTargetOf(body['dropTarget']);
  if (from.database === to.database && from.name === to.name)
    throw new MongoServerError('IllegalOperation', "Can't rename a collection to itself");
  return engine.define(() => {
    const source = engine.catalog.find(from.database, from.name);
    if (!source)
      throw new MongoServerError('NamespaceNotFound', `Source collection ${from.database}.${from.name} does not exist`);
    const target = engine.catalog.find(to.database, to.name);
    if (target && !dropTarget) throw new MongoServerError('NamespaceExists', 'target namespace exists');
    if (target) engine.dropCollection(target);
    engine.removeFromCatalog(source);
    const uuid = from.database === to.database ? source.uuid : randomUUID();
    engine.catalog.save({ ...source, database: to.database, name: to.name, uuid });
    return { ok: 1 };
  });
}
