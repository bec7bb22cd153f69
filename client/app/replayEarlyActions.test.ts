/**
 * @jest-environment jsdom
 */
import { replayEarlyActions } from './replayEarlyActions';

type Control = HTMLInputElement | HTMLSelectElement | HTMLButtonElement;

const heard: string[] = [];

/** As React marks what it has taken over. */
const takeOver = (element: Element) => Object.assign(element, { __reactProps$test: {} });

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

const note = (target: Control, type: 'click' | 'input' | 'change', value = '', checked?: boolean) => {
  (window.__early ??= []).push({ target, type, value, checked });
};

beforeEach(() => {
  heard.length = 0;
  window.__early = [];
});

test('a button that was pressed twice is pressed once, when it is there', () => {
  const button = put('<button value="Add">Add</button>');
  note(button, 'click');
  note(button, 'click');
  replayEarlyActions();
  expect(heard).toEqual([]);
  takeOver(button);
  replayEarlyActions();
  replayEarlyActions();
  expect(heard).toEqual(['click Add']);
});

test('of what was typed the last is told, unless somebody has gone on typing', () => {
  const input = put('<input type="search" value="" />');
  takeOver(input);
  note(input, 'input', 'la');
  note(input, 'input', 'lamp');
  replayEarlyActions();
  expect(heard).toEqual(['input lamp']);
  heard.length = 0;
  note(input, 'input', 'la');
  input.value = 'lamps';
  replayEarlyActions();
  expect([heard, input.value]).toEqual([[], 'lamps']);
});

test('a chosen option and a chosen radio button are chosen again', () => {
  const select = put('<select><option>Newest</option><option>Name</option></select>');
  takeOver(select);
  note(select, 'change', 'Name');
  replayEarlyActions();
  expect(heard).toEqual(['change Name']);
  heard.length = 0;
  const radio = put('<input type="radio" name="category" />');
  takeOver(radio);
  note(radio, 'click', 'on', true);
  note(radio, 'change', 'on', true);
  replayEarlyActions();
  expect(heard).toContain('change true');
  expect((radio as HTMLInputElement).checked).toBe(true);
});

test('what is gone meanwhile is left alone', () => {
  const button = put('<button value="Add">Add</button>');
  takeOver(button);
  note(button, 'click');
  button.remove();
  replayEarlyActions();
  expect([heard, window.__early]).toEqual([[], []]);
});
