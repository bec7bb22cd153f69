import { constants } from '../../lib/constants';
import { formatMoney } from '../../lib/money';
import { freeShipping } from './freeShipping';

export function FreeShippingMeter({ total }: { total: number }) {
  const { reached, missing, percent } = freeShipping(total);
  return (
    <div className="shipping-meter">
      <p>
        {reached && (
          <>
            <b>Free shipping</b> reached: your order is over ${constants.freeShippingThreshold}
          </>
        )}
        {!reached && missing > 0 && (
          <>
            {formatMoney(missing)} to go until <b>free shipping</b>
          </>
        )}
        {!reached && missing === 0 && (
          <>
            One more thing: <b>free shipping</b> starts over ${constants.freeShippingThreshold}
          </>
        )}
      </p>
      <div
        role="meter"
        aria-label="Towards free shipping"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="meter-track"
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
