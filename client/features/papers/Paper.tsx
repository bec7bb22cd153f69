import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PrintedPaperFragment } from '../../__generated__/lazyOperations';
import { rem } from '../../theme/typography';

/** Ink on white in either scheme, like the printed page. */
const sheet = {
  ...{ bgcolor: 'common.white', color: 'common.black', typography: 'body2', overflowWrap: 'anywhere' },
  ...{ p: { xs: 2.5, sm: 6 }, width: 1, maxWidth: rem(820), boxShadow: 1, borderRadius: 1 },
  '@media print': { p: 0, maxWidth: 'none', boxShadow: 'none', borderRadius: 0 },
  // Every order starts on a new sheet.
  '& + &': { mt: 4, '@media print': { mt: 0, breakBefore: 'page' } },
} as const;
const pair = { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 3 } as const;
const scrolled = { mt: 4, overflowX: 'auto', '@media print': { overflow: 'visible' } } as const;
/** Wraps between words only on phones. */
const heading = { whiteSpace: { xs: 'normal', sm: 'nowrap' }, overflowWrap: 'normal' } as const;
const table = {
  // From here most phones have room for the amounts.
  ...{ width: 1, borderCollapse: 'collapse', typography: { xs: 'caption', sm: 'body2' } },
  // Printers repeat it on each page.
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& th, & td': { py: 1, pl: { xs: 0.75, sm: 1.5 }, textAlign: 'right', verticalAlign: 'top', whiteSpace: 'nowrap' },
  '& th:first-of-type, & td:first-of-type': { pl: 0, minWidth: rem(96), textAlign: 'left', whiteSpace: 'normal' },
  '& thead th': { borderBottom: '1px solid', fontWeight: 'fontWeightBold', ...heading },
  '& tbody td': { borderBottom: '1px solid', borderColor: 'grey.400' },
} as const;
const sums = { ml: 'auto', mt: 1.5, width: 1, maxWidth: rem(400), breakInside: 'avoid' } as const;
const total = { typography: 'h5', borderTop: '1px solid', borderColor: 'grey.400' } as const;

/** 'Invoice 2026-000127', 'Packing slip, order K-7F3Q-9M2X'. */
export const paperName = ({ title, facts: [first = ''] }: Pick<PrintedPaperFragment, 'title' | 'facts'>): string =>
  first.startsWith('Order ') ? `${title}, ${first.replace('Order', 'order')}` : `${title} ${first}`;

export function Paper({ content }: { content: PrintedPaperFragment }) {
  const { title, facts, sender, parties, columns, rows, notes, foot } = content;
  return (
    <Box component="article" data-paper="" aria-label={paperName(content)} sx={sheet}>
      <Box sx={{ ...pair, pb: 3, borderBottom: '2px solid' }}>
        <Lines lines={sender} isFirstBold />
        <Box sx={{ textAlign: 'right', ml: 'auto' }}>
          <Box component="h2" sx={{ typography: 'h2', color: 'inherit', m: 0, mb: 0.5 }}>
            {title}
          </Box>
          <Lines lines={facts} isFirstBold />
        </Box>
      </Box>
      <Box sx={{ ...pair, mt: 3, '& > *': { flex: `1 1 ${rem(240)}` } }}>
        {parties.map(({ label, lines }) => (
          <section key={label} aria-label={label}>
            <div>{label}</div>
            <Lines lines={lines} />
          </section>
        ))}
      </Box>
      <Scrolled label={`Lines of ${paperName(content)}`}>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col">
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map(({ title: column, kind }, at) => (
                  <td key={column}>{kind === 'BOX' ? '☐' : kind === 'TEXT' ? <bdi>{row[at]}</bdi> : row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Scrolled>
      {content.sums.length > 0 && <Sums content={content} />}
      {notes.map((note) => (
        <Box component="p" key={note} dir="auto" sx={{ mt: 2, mb: 0, whiteSpace: 'pre-line' }}>
          {note}
        </Box>
      ))}
      <Box sx={{ mt: 5, pt: 1.5, borderTop: '1px solid', borderColor: 'grey.400' }}>{foot}</Box>
    </Box>
  );
}

/** Narrow screens scroll it, by keyboard too; where all of it is seen it is no stop of the Tab key. */
function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = area;
    if (!current) return undefined;
    const measure = () => setCut(current.scrollWidth > current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [current, ...current.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return (
    <Box ref={area} sx={scrolled} {...(isCut && { role: 'region', 'aria-label': label, tabIndex: 0 })}>
      {children}
    </Box>
  );
}

function Sums({ content }: { content: PrintedPaperFragment }) {
  return (
    <Box component="dl" sx={{ ...sums, mb: 0 }}>
      {content.sums.map(({ label, amount, isTotal }) => (
        <Box key={label} sx={{ ...pair, flexWrap: 'nowrap', alignItems: 'baseline', py: 0.75, ...(isTotal && total) }}>
          <dt>{label}</dt>
          <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
            {amount}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Lines({ lines, isFirstBold = false }: { lines: readonly string[]; isFirstBold?: boolean }) {
  return (
    <div>
      {lines.map((line, index) => (
        <Box
          key={index}
          dir="auto"
          sx={{ fontWeight: isFirstBold && index === 0 ? 'fontWeightBold' : 'fontWeightRegular' }}
        >
          {line}
        </Box>
      ))}
    </div>
  );
}
