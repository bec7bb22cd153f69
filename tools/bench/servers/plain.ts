import { createSaga } from '../../../server/checkout/createSaga';
import { messageReader } from '../../../server/mail/readMessage';
import { webhookContext } from '../../../server/webhooks/webhookContext';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express, { type Request } from 'express';
import { createIdentity } from '../../../server/auth/identity';
import { bearerToken, viewerOf } from '../../../server/auth/viewer';
import { loadSignedIn } from '../../../server/users/loadSignedIn';
import type { Context, SignedIn } from '../../../server/context';
import { connectDatabase } from '../../../server/collections/connect';
import { databaseNameOf } from '../../../server/database/databaseUri';
import { createLoaders, createRepositories } from '../../../server/collections/repositories';
import { createLogger } from '../../../server/http/logging';
import { resolvers } from '../../../server/resolvers';
import { listenAndTell } from './listenAndTell';
import { remember } from './remember';

/** Express with Apollo Server as in its documentation, over the shop's schema, resolvers and repositories. */
async function main([uri = '', projectId = '', emulatorHost = '', source = '']: string[]): Promise<void> {
  const log = createLogger('warn');
  const database = connectDatabase({ uri, databaseName: databaseNameOf(uri), log });
  await database.ready();
  const stored = createRepositories(database.db);
  const repositories = source === 'memory' ? { ...stored, products: remember(stored.products) } : stored;
  const identity = createIdentity({ projectId, emulatorHost, revocationCheckSeconds: 60 });
  const now = () => new Date();

  const authenticate = async (request: Request): Promise<SignedIn | null> => {
    const accessToken = bearerToken(request);
    if (accessToken === null) return null;
    const viewer = viewerOf(await identity.verify(accessToken));
    return loadSignedIn({ repositories, viewer, accessToken, adminEmails: [], requestId: '', log, now });
  };
  const contextOf = async ({ req }: { req: Request }): Promise<Context> => {
    let signedIn: Promise<SignedIn | null> | undefined;
    return {
      requestId: '',
      log,
      repositories,
      identity,
      loaders: createLoaders(repositories),
      shopSettings: () => repositories.shopSettings.get(),
      adminEmails: [],
      requireVerifiedEmail: false,
      maxProductsPerUser: 1_000_000,
      contactRetentionDays: 365,
      now,
      saga: createSaga({ repositories, publicUrl: () => '' }),
      webhooks: webhookContext(
        { firebase: null, webhooks: { privateAddresses: false, keys: [] } },
        repositories.shopKey,
      ),
      mail: {
        ...{ isSent: false, isShownToBuyers: false, contactEmail: null },
        read: messageReader({ repositories, publicUrl: () => '' }),
      },
      client: '',
      checkoutToken: null,
      bearsApiKey: false,
      idempotencyKey: null,
      signedIn: () => (signedIn ??= authenticate(req)),
    };
  };

  const app = express();
  const httpServer = createServer(app);
  const server = new ApolloServer<Context>({
    typeDefs: readFileSync('schema.graphql', 'utf8'),
    resolvers: resolvers as never,
    plugins: [ApolloServerPluginDrainHttpServer({ httpServer })],
  });
  await server.start();
  app.use('/graphql', cors<cors.CorsRequest>(), express.json(), expressMiddleware(server, { context: contextOf }));
  listenAndTell(httpServer);
}

void main(process.argv.slice(2));
