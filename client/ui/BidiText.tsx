/**
 * Isolates a name in quotation marks, so that right-to-left letters in it do not reorder the text around it. The name reaches
 * from the first to the last mark, because it may contain marks itself.
 */
export function BidiText({ text }: { text: string }) {
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
