import Avatar from '@mui/material/Avatar';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { rem } from '../../theme/typography';
import { Field } from '../../ui/Field';
import { FileInput } from '../../ui/FileInput';
import { Icon } from '../../ui/Icon';
import { SvgIcon } from '../../ui/SvgIcon';

const person = '<circle cx="10" cy="7" r="3.4"/><path d="M3.5 17c.8-3.2 3.3-5 6.5-5s5.7 1.8 6.5 5"/>';

/** Larger files are accepted without a preview, which could exhaust a phone's memory. */
const maxPreviewBytes = 20 * 1024 * 1024;
const size = 112;

/** On a canvas, because a blob: URL would need a wider content security policy. */
async function renderPreview(file: File, canvas: HTMLCanvasElement): Promise<boolean> {
  if (file.size > maxPreviewBytes) return false;
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, size, size);
  picture.close();
  return true;
}

function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isRendered, setIsRendered] = useState(false);
  useEffect(() => {
    let current = true;
    if (canvas.current) {
      renderPreview(file, canvas.current).then(
        (done) => current && setIsRendered(done),
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [file]);
  return (
    <>
      <canvas
        ref={canvas}
        width={size}
        height={size}
        hidden={!isRendered}
        role="img"
        aria-label={`Preview of ${file.name}`}
      />
      {!isRendered && <SvgIcon lines={person} />}
    </>
  );
}

const preview = {
  width: rem(56),
  height: rem(56),
  bgcolor: 'background.sunken',
  color: 'text.secondary',
  '& canvas': { width: rem(56), height: rem(56) },
};

interface Props {
  file: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
}

export function ProfileImageField({ file, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);

  function remove() {
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
    onChange(null);
  }

  return (
    <Field label="Profile Image" error={error} hint="Optional. Only the file’s name is kept, not the picture.">
      {(control) => (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.75 }}>
          <Avatar component="span" data-testid="profile-preview" sx={preview}>
            {file && !error ? <Preview key={file.name} file={file} /> : <SvgIcon lines={person} />}
          </Avatar>
          <FileInput
            {...control}
            ref={input}
            name="photo"
            type="file"
            accept="image/*"
            aria-invalid={error !== undefined}
            onChange={({ target }) => onChange(target.files?.[0] ?? null)}
          />
          {file && (
            <IconButton aria-label="Remove the profile image" onClick={remove}>
              <Icon name="close" size={23} />
            </IconButton>
          )}
        </Stack>
      )}
    </Field>
  );
}
