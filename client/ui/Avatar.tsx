import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { initials } from '../lib/initials';
import { rem } from '../theme/typography';

interface Props {
  name: string;
  photoURL: string;
  size?: 'small' | 'large';
}

/** As small as in the header, which is in the first load: MUI's Avatar would be loaded for this only. */
const Circle = styled('span')<Required<Pick<Props, 'size'>>>(({ theme: { vars, typography } }) => ({
  ...typography.label,
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: rem(36),
  height: rem(36),
  overflow: 'hidden',
  borderRadius: '50%',
  backgroundColor: vars.palette.category.fashion,
  color: vars.palette.text.primary,
  fontWeight: typography.fontWeightBold,
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
  variants: [{ props: { size: 'large' }, style: { ...typography.title, width: rem(72), height: rem(72) } }],
}));

/** Shows initials where the photoURL is not a web address or does not load (decision 33). */
export function Avatar({ name, photoURL, size = 'small' }: Props) {
  const [broken, setBroken] = useState<string>();
  const usable = /^https?:\/\//i.test(photoURL) && broken !== photoURL;
  return (
    <Circle size={size} aria-hidden="true" data-testid="avatar">
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
    </Circle>
  );
}
