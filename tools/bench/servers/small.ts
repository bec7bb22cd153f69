import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express from 'express';
import { generatedProducts } from '../../../server/collections/generated';
import { listenAndTell } from './listenAndTell';

const typeDefs = `
  type Product { name: String! slug: String! price: Float! photos: [String!]! inStock: Boolean! }
  type ProductConnection { nodes: [Product!]! }
  type Query { products(first: Int!): ProductConnection! product(slug: String!): Product }
`;

/** The smallest schema for the first page, from memory: the cost of Apollo Server and Express themselves. */
async function main(): Promise<void> {
  const products = generatedProducts(0, 1_000, 0).map(({ name, slug, priceCents, photos, inStock }) => ({
    ...{ name, slug, photos, inStock },
    price: priceCents / 100,
  }));
  const app = express();
  const httpServer = createServer(app);
  const server = new ApolloServer({
    typeDefs,
    resolvers: {
      Query: {
        products: (_: unknown, { first }: { first: number }) => ({ nodes: products.slice(0, first) }),
        product: (_: unknown, wanted: { slug: string }) => products.find(({ slug }) => slug === wanted.slug) ?? null,
      },
    },
    plugins: [ApolloServerPluginDrainHttpServer({ httpServer })],
  });
  await server.start();
  app.use('/graphql', cors<cors.CorsRequest>(), express.json(), expressMiddleware(server));
  listenAndTell(httpServer);
}

void main();
