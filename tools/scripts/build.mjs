// `npm run build`: both halves into dist/, the client only when something that it follows from has changed.
import './requireNode.mjs';
import { buildClient, clientIsBuilt } from './clientBuild.mjs';
import { buildServer } from './buildServer.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

await buildServer();
say('The server is built');
if (clientIsBuilt()) say('The storefront is up to date');
else await buildClient(say);
