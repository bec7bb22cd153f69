import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon';
import type { SentMessage } from './ContactForm';

/** The stored message, as the server returned it. */
export function MessageSent({ message, onAnother }: { message: SentMessage; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { name, email, createdAt } = message;
  return (
    <div className="kept" role="status">
      <span className="kept-mark">
        <Icon name="check" />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        Your message is kept
      </h2>
      <p>
        Thank you, <bdi>{name}</bdi>. It stands in the shop&apos;s database, where the people of the shop read it. Kiosk
        sends no mail: you get no copy, and any answer will be written to <b>{email}</b> by a person.
      </p>
      <dl>
        <dt>Kept at</dt>
        <dd>
          <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time>
        </dd>
        <dt>Your words</dt>
        <dd className="kept-words" dir="auto">
          {message.message}
        </dd>
      </dl>
      <Button variant="outlined" className="ink" onClick={onAnother}>
        Write another message
      </Button>
    </div>
  );
}
