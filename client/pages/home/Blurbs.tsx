import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';

const blurbs = [
  {
    icon: 'truck',
    title: `Free shipping over $${constants.freeShippingThreshold}`,
    words: 'Everywhere we deliver',
  },
  { icon: 'lock', title: 'Secure payment', words: 'Your details stay with you' },
  { icon: 'chat', title: '24/7 support', words: 'Real people, any hour' },
] as const;

export function Blurbs() {
  return (
    <ul className="strip" aria-label="What you can count on">
      {blurbs.map(({ icon, title, words }) => (
        <li key={title}>
          <Icon name={icon} />
          <span>
            <b>{title}</b>
            <span className="muted small">{words}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
