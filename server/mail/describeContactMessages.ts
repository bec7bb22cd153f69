import { nothing } from './describeMessage';
import { formatDateTime } from './mailDates';
import type { MessageView, QuotedMessage } from './messageView';
import { isolateBidi, plainLine, plainLines } from './plainText';

/** A message of the contact form. */
interface WrittenMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly createdAt: Date;
}

/** The messages of a window that were not deleted. */
export interface WrittenMessages {
  readonly count: number;
  /** The first of them. */
  readonly first: readonly WrittenMessage[];
}

/** Limit per mail, so that a flood of messages does not become a flood of mail. */
export const maxShown = 5;
const maxCharactersEach = { characters: 2_000, lines: 40 };
const contactPage = 'the contact page';

/** `url`: the page with all of them. */
export function describeContactMessages({ count, first }: WrittenMessages, url: string): MessageView {
  const [only] = first;
  const single = count === 1 && only ? only : null;
  const subject = single ? `Message from ${plainLine(single.name)}` : `${count} messages from ${contactPage}`;
  return {
    ...nothing,
    ...{ name: '', subject, heading: subject },
    paragraphs: [single ? answerGoesTo(single.name) : answers, ...moreThan(first.length, count)],
    quotedMessages: first.map(quotedMessageOf),
    button: { label: 'Open the messages', url },
    reason: `You get this mail because the shop sends you what is written on ${contactPage}.`,
    replyTo: single && { name: plainLine(single.name), address: plainLine(single.email) },
  };
}

const answerGoesTo = (name: string) => `Your answer to this mail goes to ${isolateBidi(name)}.`;
const answers = 'Write to each of them at the address beside their name: an answer to this mail reaches none of them.';

function moreThan(shown: number, count: number): string[] {
  const more = count - shown;
  if (more <= 0) return [];
  return [`${more === 1 ? 'One more message is' : `${more} more messages are`} in the dashboard.`];
}

function quotedMessageOf({ name, email, message, createdAt }: WrittenMessage): QuotedMessage {
  const { lines, isCut } = plainLines(message, maxCharactersEach);
  return {
    name: isolateBidi(name),
    detail: `${isolateBidi(email)}, ${formatDateTime(createdAt)}`,
    lines,
    rest: isCut ? 'It goes on in the dashboard.' : null,
  };
}
