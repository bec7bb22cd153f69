declare global {
  interface Window {
    /** From index.html: what was pressed before the scripts ran. */
    __earlyClicks?: HTMLButtonElement[];
    __noteClick?: (event: MouseEvent) => void;
  }
}

type Control = HTMLInputElement | HTMLSelectElement;

/** React takes a control over as it finds it: it must see the change happen. */
function replayInput(input: HTMLInputElement): void {
  if (input.type === 'radio' || input.type === 'checkbox') {
    if (input.checked === input.defaultChecked || (input.type === 'radio' && !input.checked)) return;
    input.checked = input.defaultChecked;
    input.click();
  } else if (input.value !== input.defaultValue) {
    const early = input.value;
    input.value = input.defaultValue;
    // Past React, which notes what it is told through the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, early);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function replaySelect(select: HTMLSelectElement): void {
  const chosen = select.options[select.selectedIndex];
  if (chosen && !chosen.defaultSelected) select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** What a visitor did with the page as the server has drawn it, before React was there to see it. */
export function replayEarlyActions(): void {
  const { __noteClick: noteClick, __earlyClicks: clicks = [] } = window;
  if (!noteClick) return;
  removeEventListener('click', noteClick, true);
  delete window.__noteClick;
  // Nothing was there to be used before.
  if (!document.querySelector('script[type="later"]')) return;
  for (const control of document.querySelectorAll<Control>('main input, main select')) {
    if (control instanceof HTMLInputElement) replayInput(control);
    else replaySelect(control);
  }
  for (const button of new Set(clicks.splice(0))) if (button.isConnected) button.click();
}
