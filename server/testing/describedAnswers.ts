import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

interface SentAnswer {
  readonly status: number;
  readonly json: unknown;
  /** Undefined: not looked at. */
  readonly headers?: Headers;
}

interface Operation {
  readonly responses: Readonly<Record<string, Json>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
}

export interface Row {
  readonly method: string;
  /** As it stands in the table of rows. */
  readonly path: string;
}

/** What an OpenAPI document says of answers, taken at its word: an answer may have nothing that is not described. */
export function describedAnswers(document: object) {
  const { paths, components } = document as OpenApi;
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, coerceTypes: false });
  addFormats(ajv);
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'shop', components: closed(components) }, 'shop');
  const compiled = new Map<string, ValidateFunction>();

  const follow = (value: Json): Json => {
    const { $ref } = value;
    if (typeof $ref !== 'string') return value;
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, part) => (inner as Json)[part], document);
    return found as Json;
  };

  const validate = (key: string, schema: Json, value: unknown): string[] => {
    const known = compiled.get(key) ?? ajv.compile(absolute(closed(schema)) as object);
    compiled.set(key, known);
    if (known(value)) return [];
    return (known.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };

  /** What is wrong with an answer; empty when nothing is. */
  const faultsOf = ({ method, path }: Row, { status, json, headers }: SentAnswer): string[] => {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const operation = paths[template]?.[method.toLowerCase()];
    const answer = operation?.responses[String(status)];
    if (!answer) return [`${method} ${template} is not described to answer ${status}`];
    const described = follow(answer);
    const { schema } = (described['content'] as { 'application/json': { schema: Json } })['application/json'];
    const faults = validate(`${method} ${template} ${status}`, schema, json);
    for (const [name, header] of Object.entries((described['headers'] ?? {}) as Record<string, Json>)) {
      const { required, schema: type } = follow(header);
      const value = headers?.get(name);
      if (!headers || (value === null && required !== true)) continue;
      const isNumber = (type as Json)['type'] === 'integer';
      faults.push(...validate(`header ${name}`, type as Json, isNumber && value !== null ? Number(value) : value));
    }
    return faults;
  };

  return { faultsOf };
}

/** Objects as they are described and nothing else; without it JSON Schema lets any further field pass. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, closed(inner)]);
  const isObject = (value as Json)['type'] === 'object' && 'properties' in value;
  return { ...(isObject && { additionalProperties: false }), ...(Object.fromEntries(entries) as Json) };
}

function absolute(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"shop#/')) as unknown;
}
