import type { MessageView } from './messageView';

/** The part for readers of plain text. */
export function messageText({ heading, paragraphs, facts, button, lines, sums, total, panels, reason }: MessageView) {
  const blocks: (readonly string[])[] = [
    [heading],
    ...paragraphs.map((paragraph) => [paragraph]),
    facts.map(([what, value]) => `${what}: ${value}`),
    button ? [`${button.label}:`, button.url] : [],
    lines.flatMap(({ name, detail, amount }) => [name, `  ${detail}${amount === null ? '' : `  ${amount}`}`]),
    [...sums, ...(total ? [total] : [])].map(([what, value]) => `${what}: ${value}`),
    ...panels.map(({ title, lines: content }) => [title, ...content]),
    ['-- ', `Kiosk · ${reason}`],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
