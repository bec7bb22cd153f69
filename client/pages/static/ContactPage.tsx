import { useState } from 'react';
import { ContactForm, type SentMessage } from '../../features/contact/ContactForm';
import { MessageSent } from '../../features/contact/MessageSent';
import { Icon } from '../../ui/Icon';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ServicePage } from './ServicePage';

export function ContactPage(page: PageTitleProps) {
  const [sent, setSent] = useState<SentMessage>();
  return (
    <ServicePage {...page}>
      <div className="contact">
        {sent ? <MessageSent message={sent} onAnother={() => setSent(undefined)} /> : <ContactForm onSent={setSent} />}
        <aside aria-label="What happens next">
          <h2>What happens next</h2>
          <ul>
            <li>
              <Icon name="lock" />
              <span>
                Your message is kept in the shop&apos;s database and read by the people of the shop, nobody else.
              </span>
            </li>
            <li>
              <Icon name="chat" />
              <span>Support is there 24/7. An answer goes to the address you give.</span>
            </li>
            <li>
              <Icon name="warn" />
              <span>Kiosk itself sends no mail, so there is no automatic confirmation in your inbox.</span>
            </li>
          </ul>
        </aside>
      </div>
    </ServicePage>
  );
}
