export interface ShopRequest {
  readonly path: string;
  /** null for a GET. */
  readonly body: { readonly operationName: string; readonly query: string; readonly variables: object } | null;
  readonly idToken?: string;
}

/** The key of the response in the bare server. */
export function keyOf({ path, body }: ShopRequest): string {
  return body?.operationName ?? `GET ${path}`;
}

/** The raw bytes of a request. */
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
