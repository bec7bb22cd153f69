import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { rem } from '../theme/typography';
import { Field } from './Field';
import { Panel } from './Panel';
import { toast } from './toast';
import { useUnsavedChangesPrompt } from './useUnsavedChangesPrompt';

interface Props {
  title: string;
  label: string;
  value: string;
  /** The toast after copying. */
  copied: string;
  onDone: () => void;
  /** Where to store it. */
  children: ReactNode;
}

/** A secret that only one response contains, shown until the user confirms; it is in no URL, cache or list. */
export function SecretOnce({ title, label, value, copied, onDone, children }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [taken, setTaken] = useState<string>();
  const question = useUnsavedChangesPrompt(taken !== value, 'What is shown only this once is not copied yet.');
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [value]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => {
        setTaken(value);
        toast(copied, 'success');
      },
      () => {
        input.current?.select();
        toast('It could not be copied: it is selected, copy it yourself', 'error');
      },
    );
  return (
    <Panel title={title}>
      <Typography id={id} variant="inherit" color="textSecondary">
        This is the only time that it is shown. {children}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'end', gap: 1.5, width: 1 }}>
        <Stack sx={{ flex: `1 1 ${rem(320)}` }}>
          <Field label={label} describedBy={id}>
            {({ id: inputId, ...description }) => (
              <OutlinedInput
                id={inputId}
                readOnly
                value={value}
                inputRef={input}
                slotProps={{
                  input: {
                    ...description,
                    spellCheck: false,
                    autoComplete: 'off',
                    dir: 'ltr',
                    translate: 'no',
                    onCopy: () => setTaken(value),
                  },
                }}
              />
            )}
          </Field>
        </Stack>
        <Button variant="ink" onClick={() => void copy()}>
          Copy
        </Button>
      </Stack>
      <div>
        <Button variant="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
      {question}
    </Panel>
  );
}
