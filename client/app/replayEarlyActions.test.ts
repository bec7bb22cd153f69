/**
 * @jest-environment jsdom
 */
import { type EarlyAction, replayEarlyActions } from './replayEarlyActions';

type Control = HTMLInputElement | HTMLSelectElement | HTMLButtonElement;

const heard: string[] = [];

function put(html: string): Control {
  document.body.innerHTML = html;
  const control = document.body.querySelector<Control>('button, input, select');
  if (!control) throw new Error('a control was put');
  for (const type of ['click', 'input', 'change'])
    control.addEventListener(type, () => {
      const { value } = control;
      heard.push(`${type} ${'checked' in control && control.type === 'radio' ? control.checked : value}`);
    });
  return control;
}

const done = (target: Control, type: 'click' | 'input' | 'change', value = '', checked?: boolean): EarlyAction => ({
  target,
  type,
  value,
  checked,
});

beforeEach(() => void heard.splice(0));

test('a button pressed twice before hydration is clicked once', () => {
  const button = put('<button value="Add">Add</button>');
  replayEarlyActions([done(button, 'click'), done(button, 'click')]);
  expect(heard).toEqual(['click Add']);
});

test('the last typed value is replayed, unless the user has typed since', () => {
  const input = put('<input type="search" value="" />');
  replayEarlyActions([done(input, 'input', 'la'), done(input, 'input', 'lamp')]);
  expect(heard).toEqual(['input lamp']);
  heard.length = 0;
  input.value = 'lamps';
  replayEarlyActions([done(input, 'input', 'la')]);
  expect([heard, input.value]).toEqual([[], 'lamps']);
});

test('a selected option and a checked radio button are replayed, unless another was selected since', () => {
  const select = put('<select><option selected>Newest</option><option>Name</option><option>Rating</option></select>');
  replayEarlyActions([done(select, 'change', 'Name')]);
  expect([heard, select.value]).toEqual([['change Name'], 'Name']);
  heard.length = 0;
  select.value = 'Rating';
  replayEarlyActions([done(select, 'change', 'Name')]);
  expect([heard, select.value]).toEqual([[], 'Rating']);
  const radio = put('<input type="radio" name="category" />');
  replayEarlyActions([done(radio, 'click', 'on', true), done(radio, 'change', 'on', true)]);
  expect(heard).toContain('change true');
  expect((radio as HTMLInputElement).checked).toBe(true);
});

test('removed elements are ignored', () => {
  const button = put('<button value="Add">Add</button>');
  button.remove();
  replayEarlyActions([done(button, 'click')]);
  expect(heard).toEqual([]);
});
