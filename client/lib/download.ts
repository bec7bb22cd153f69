export const download = (name: string, parts: readonly string[], type: 'text/csv' | 'application/json'): void =>
  saveFile(name, new Blob([...parts], { type: `${type};charset=utf-8` }));

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const datedFileName = (name: string, ending: 'csv' | 'json'): string =>
  `${name}-${new Date().toLocaleDateString('sv')}.${ending}`;
