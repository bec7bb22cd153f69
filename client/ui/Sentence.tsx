/**
 * A sentence with a name in quotation marks. The name is isolated, so that Hebrew or Arabic letters in it never turn the words around
 * them; what stands between the first and the last mark is the name, whatever marks it holds itself.
 */
export function Sentence({ text }: { text: string }) {
  const first = text.indexOf('"') + 1;
  const last = text.lastIndexOf('"');
  if (first === 0 || last < first) return text;
  return (
    <>
      {text.slice(0, first)}
      <bdi>{text.slice(first, last)}</bdi>
      {text.slice(last)}
    </>
  );
}
