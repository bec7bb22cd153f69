import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

interface SentAnswer {
  readonly status: number;
  readonly json: unknown;
  /** The text of an answer that is not JSON. */
  readonly text?: string;
  /** Undefined: not checked. */
  readonly headers?: Headers;
}

interface Operation {
  readonly responses: Readonly<Record<string, Json>>;
}

interface Told {
  readonly parameters: readonly { readonly name: string; readonly schema: Json }[];
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Told }>>;
  readonly components: Json;
}

export interface Row {
  readonly method: string;
  /** The path as in the table of endpoints. */
  readonly path: string;
}

/** Validates answers strictly against an OpenAPI document: undescribed fields are faults. */
export function openApiChecker(document: object) {
  const { paths, webhooks, components } = document as OpenApi;
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

  /** The faults of an answer; empty if there are none. */
  const faultsOf = ({ method, path }: Row, { status, json, text, headers }: SentAnswer): string[] => {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const operation = paths[template]?.[method.toLowerCase()];
    const answer = operation?.responses[String(status)];
    if (!answer) return [`${method} ${template} is not described to answer ${status}`];
    const described = follow(answer);
    const content = described['content'] as Readonly<Record<string, { readonly schema: Json }>>;
    const [type = '', { schema } = { schema: {} }] = Object.entries(content)[0] ?? [];
    const faults = validate(`${method} ${template} ${status}`, schema, type === 'application/json' ? json : text);
    const sentType = headers?.get('content-type')?.split(';')[0];
    if (sentType !== undefined && sentType !== type) faults.push(`${sentType} is not ${type}`);
    for (const [name, header] of Object.entries((described['headers'] ?? {}) as Record<string, Json>)) {
      const { required, schema: type } = follow(header);
      const value = headers?.get(name);
      if (!headers || (value === null && required !== true)) continue;
      const isNumber = (type as Json)['type'] === 'integer';
      faults.push(...validate(`header ${name}`, type as Json, isNumber && value !== null ? Number(value) : value));
    }
    return faults;
  };

  /** The faults of an event that the shop has sent. */
  const faultsOfEvent = (event: { readonly type: string }, headers: Json): string[] => {
    const told = webhooks[event.type]?.post;
    if (!told) return [`${event.type} is not described`];
    const { schema } = told.requestBody.content['application/json'];
    return [
      ...validate(`event ${event.type}`, schema, event),
      ...told.parameters.flatMap(({ name, schema: type }) =>
        validate(`event header ${name}`, type, headers[name.toLowerCase()]),
      ),
    ];
  };

  return { faultsOf, faultsOfEvent };
}

/** Closes object schemas, because JSON Schema allows additional fields by default. */
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
