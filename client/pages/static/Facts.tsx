import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';

interface Fact {
  icon: Parameters<typeof Icon>[0]['name'];
  title: string;
  words: ReactNode;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className="service-facts">
      {facts.map(({ icon, title, words }) => (
        <li key={title}>
          <Icon name={icon} />
          <div>
            <h2>{title}</h2>
            <p>{words}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
