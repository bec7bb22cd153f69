// Prints what two independent validators find wrong with an OpenAPI document. check-openapi.mjs FILE
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';

const source = readFileSync(process.argv[2], 'utf8');

const config = await createConfig({ extends: ['recommended'] });
const problems = (await lintFromString({ source, absoluteRef: 'openapi.json', config })).map(
  ({ severity, ruleId, message, location }) => `redocly ${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
);
const { valid, errors } = await new Validator().validate(JSON.parse(source));
if (!valid) problems.push(`openapi-schema-validator: ${JSON.stringify(errors)}`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
