/** A form or query as Stripe's API takes it: `metadata[order]=K-1&expand[]=latest_charge`. */
export type Params = { readonly [name: string]: string | Params | undefined };

type Open = { [name: string]: string | Open };

export function readForm(text: string): Params {
  const params: Open = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let inside = params;
    for (const part of path) {
      const next = inside[part];
      inside = inside[part] = typeof next === 'object' ? next : {};
    }
    inside[last === '' ? String(Object.keys(inside).length) : last] = value;
  }
  return params;
}

export const textAt = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
};

export const partAt = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === 'object' ? value : {};
};

export const textsAt = (params: Params, name: string): readonly string[] =>
  Object.values(partAt(params, name)).filter((value) => typeof value === 'string');
