import type { MessageView, QuotedMessage } from './messageView';

/** The plain-text part. */
export function messageText(view: MessageView) {
  const { heading, paragraphs, facts, quotedMessages, button, lines, sums, total, panels, reason } = view;
  const blocks: (readonly string[])[] = [
    [heading],
    ...paragraphs.map((paragraph) => [paragraph]),
    facts.map(([what, value]) => `${what}: ${value}`),
    ...quotedMessages.map(quotedMessageText),
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

/** Every line is prefixed, so that quoted text cannot imitate the shop's own. */
const quotedMessageText = ({ name, detail, lines, rest }: QuotedMessage): string[] => [
  name,
  detail,
  ...lines.map((line) => `> ${line}`.trimEnd()),
  ...(rest === null ? [] : [rest]),
];
