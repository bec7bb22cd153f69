import { onToastsChange, setToastRenderer, toast, type Toast } from './toast';

describe('toast', () => {
  it('queues messages until a renderer is mounted, then passes them on with the specified durations', () => {
    const shown: Toast[] = [];
    let asked = 0;
    const forget = onToastsChange(() => {
      asked += 1;
    });
    toast('Added "Mug" to store!', 'success');
    expect(asked).toBe(1);
    const stop = setToastRenderer((each) => shown.push(each));
    toast('Failed to add item to store', 'error');
    toast('Login successful!', 'success', 2000);
    expect(shown).toEqual([
      { message: 'Added "Mug" to store!', kind: 'success', duration: 3000 },
      { message: 'Failed to add item to store', kind: 'error', duration: 4000 },
      { message: 'Login successful!', kind: 'success', duration: 2000 },
    ]);
    stop();
    forget();
  });
});
