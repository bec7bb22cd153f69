import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Icon } from './Icon';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** An explanation below a label that is an identifier. */
  explanation?: string;
}

interface Props<Value extends string> {
  legend: string;
  /** The field's. */
  name: string;
  choices: readonly Choice<Value>[];
  chosen: readonly Value[];
  error: string | undefined;
  onToggle: (value: Value) => void;
}

const grid = (leastWidth: number) => ({
  ...{ display: 'grid', gridTemplateColumns: `repeat(auto-fill, minmax(min(${leastWidth}px, 100%), 1fr))` },
  ...{ m: 0, p: 0, border: 0, minWidth: 0, overflowWrap: 'anywhere' },
});

/** A multiple choice; a rejected form focuses its first checkbox. */
export function CheckboxGroup<Value extends string>(props: Props<Value>) {
  const { legend, name, choices, chosen, error, onToggle } = props;
  const id = useId();
  const isExplained = choices.some(({ explanation }) => explanation !== undefined);
  return (
    <Box
      component="fieldset"
      sx={grid(isExplained ? 320 : 220)}
      {...(error !== undefined && { 'aria-describedby': id })}
    >
      <Typography variant="label" component="legend" sx={{ mb: 0.5, p: 0 }}>
        {legend}
      </Typography>
      {choices.map(({ value, label, explanation }) => (
        <FormControlLabel
          key={value}
          sx={explanation === undefined ? null : { alignItems: 'flex-start' }}
          label={explanation === undefined ? label : <ExplainedLabel label={label} explanation={explanation} />}
          control={
            <Checkbox
              name={name}
              checked={chosen.includes(value)}
              slotProps={{ input: { 'aria-invalid': error !== undefined } }}
              onChange={() => onToggle(value)}
            />
          }
        />
      ))}
      {error !== undefined && (
        <FormHelperText id={id} error sx={{ gridColumn: '1 / -1' }}>
          <Icon name="warn" size={16} />
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

function ExplainedLabel({ label, explanation }: Required<Pick<Choice<string>, 'label' | 'explanation'>>) {
  return (
    <Box component="span" sx={{ display: 'block', pt: 1, pb: 0.5 }}>
      <code>{label}</code>{' '}
      <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
        {explanation}
      </Typography>
    </Box>
  );
}
