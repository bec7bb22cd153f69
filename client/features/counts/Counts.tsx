import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useEffect, useId, useState } from 'react';
import { CountsDocument } from '../../__generated__/lazyOperations';
import { formatCount } from '../../lib/formatCount';
import { lazyModule } from '../../lib/lazyModule';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { EmptyState } from '../../ui/EmptyState';
import { lazyComponent } from '../../ui/lazyComponent';
import { toast } from '../../ui/toast';
import { type CountBar, countBars, dataset } from './bars';
import './counts.css';

const CountsChart = lazyComponent(
  lazyModule(() => import('./CountsChart')),
  'CountsChart',
  { title: 'The chart', loading: <div className="chart" /> },
);

export function Counts() {
  const { data, error, refetch } = useQuery(CountsDocument, { fetchPolicy: 'cache-and-network' });
  useRoleRefresh(error);
  useEffect(() => {
    if (error) toast('Failed to fetch dashboard data', 'error');
  }, [error]);

  if (data) return <Numbers bars={countBars(data.counts)} />;
  if (!error) return <CountsLoading />;
  return (
    <div className="card-box counts-missing">
      <EmptyState title="The numbers could not be loaded">
        <Button variant="outlined" className="ink" onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}

function Numbers({ bars }: { bars: readonly CountBar[] }) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <dl className="count-tiles">
        {bars.map(({ label, [dataset]: count }) => (
          <div key={label} className="card-box">
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <section className="card-box counts-card" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>Dashboard Counts</h2>
        {!asTable && <CountsChart bars={bars} />}
        {/* Screen readers always get the table. */}
        <CountsTable id={`${id}-table`} bars={bars} hidden={!asTable} />
        <button type="button" className="text-button" onClick={() => setAsTable((before) => !before)}>
          {asTable ? 'Show as a chart' : 'Show as a table'}
        </button>
      </section>
    </>
  );
}

function CountsTable({ id, bars, hidden }: { id: string; bars: readonly CountBar[]; hidden: boolean }) {
  return (
    <table id={id} className={`counts-table ${hidden ? 'hidden-words' : ''}`} aria-label="Dashboard Counts">
      <thead>
        <tr>
          <th scope="col">Count of</th>
          <th scope="col">How many</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, [dataset]: count }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** As high as the content: no layout shift. */
function CountsLoading() {
  return (
    <>
      <p className="loading-words counts-words" role="status">
        Loading...
      </p>
      <div className="count-tiles skeletons" aria-hidden="true">
        {['one', 'two', 'three'].map((each) => (
          <div key={each} className="card-box">
            <div className="bone" />
          </div>
        ))}
      </div>
      <div className="card-box counts-card skeletons" aria-hidden="true">
        <div className="chart bone" />
      </div>
    </>
  );
}
