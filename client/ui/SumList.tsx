import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface Props {
  sums: readonly (readonly [name: string, sum: string])[];
  total: string;
  totalLabel?: string;
  /** Later changes of the total. */
  after?: Props['sums'];
}

const row = { display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 } as const;
const cell = { m: 0, fontVariantNumeric: 'tabular-nums' } as const;

export function SumList({ sums, total, totalLabel = 'Total', after = [] }: Props) {
  return (
    <Box component="dl" sx={{ m: 0, typography: 'body2' }}>
      <Rows sums={sums} />
      <Box
        sx={{ ...row, flexWrap: 'wrap', alignItems: 'baseline', mt: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Typography variant="h6" component="dt">
          {totalLabel}
        </Typography>
        <Typography
          variant="price"
          component="dd"
          data-testid="total"
          sx={{ m: 0, ml: 'auto', fontSize: 'h4.fontSize' }}
        >
          {total}
        </Typography>
      </Box>
      <Rows sums={after} />
    </Box>
  );
}

const Rows = ({ sums }: Pick<Props, 'sums'>) =>
  sums.map(([name, sum]) => (
    <Box key={name} sx={row}>
      <dt dir="auto">
        <SumName name={name} />
      </dt>
      <Box component="dd" sx={cell}>
        {sum}
      </Box>
    </Box>
  ));

/** 'Tax, California': a label and a user-defined name, isolated for bidirectional text. */
function SumName({ name }: { name: string }) {
  const at = name.indexOf(', ') + 2;
  if (at < 2) return name;
  return (
    <>
      {name.slice(0, at)}
      <bdi>{name.slice(at)}</bdi>
    </>
  );
}
