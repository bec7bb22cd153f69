/** Hands a text to the browser as a file. */
export function download(name: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const dated = (name: string): string => `${name}-${new Date().toLocaleDateString('sv')}.csv`;
