interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function StockSwitch({ checked, onChange }: Props) {
  return (
    <label className="switch stock-switch">
      <input
        type="checkbox"
        role="switch"
        name="inStock"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="switch-track" />
      In stock
    </label>
  );
}
