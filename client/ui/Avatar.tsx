import MuiAvatar from '@mui/material/Avatar';
import { useState } from 'react';
import { initials } from '../lib/initials';

interface Props {
  name: string;
  photoURL: string;
  size?: 'small' | 'large';
}

const sizes = { small: undefined, large: { width: 72, height: 72, typography: 'title' } } as const;

/** Shows initials where the photoURL is not a web address or does not load (decision 33). */
export function Avatar({ name, photoURL, size = 'small' }: Props) {
  const [broken, setBroken] = useState<string>();
  const usable = /^https?:\/\//i.test(photoURL) && broken !== photoURL;
  return (
    <MuiAvatar aria-hidden="true" data-testid="avatar" sx={sizes[size]}>
      {usable ? (
        <img
          src={photoURL}
          alt=""
          width={36}
          height={36}
          referrerPolicy="no-referrer"
          onError={() => setBroken(photoURL)}
        />
      ) : (
        initials(name)
      )}
    </MuiAvatar>
  );
}
