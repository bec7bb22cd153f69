export interface ShopRequest {
  readonly path: string;
  /** null for a GET. */
  readonly body: { readonly operationName: string; readonly query: string; readonly variables: object } | null;
  readonly idToken?: string;
}

/** By what the bare server finds the answer. */
export function keyOf({ path, body }: ShopRequest): string {
  return body?.operationName ?? `GET ${path}`;
}

/** A request as it goes over the wire. */
export function bytesOf({ path, body, idToken }: ShopRequest, port: number): Buffer {
  const text = body === null ? '' : JSON.stringify(body);
  const head = [
    `${body === null ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(idToken === undefined ? [] : [`Authorization: Bearer ${idToken}`]),
    ...(body === null ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
