// `npm run build`: builds server and client into dist/, the client only if its inputs changed.
import './requireNode.mjs';
import { buildClient, clientIsBuilt } from './clientBuild.mjs';
import { buildServer } from './buildServer.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

await buildServer();
say('The server is built');
if (clientIsBuilt()) say('The storefront is up to date');
else await buildClient(say);
