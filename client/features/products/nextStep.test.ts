import { nextStep } from './nextStep';

const reached = { rows: 24, hasNextPage: true, target: 24, failed: false };

describe('nextStep', () => {
  it('loads three pages on scrolling, then waits for the button (decision 20)', () => {
    expect(nextStep(reached)).toBe('onScroll');
    expect(nextStep({ ...reached, rows: 48, target: 48 })).toBe('onScroll');
    expect(nextStep({ ...reached, rows: 72, target: 72 })).toBe('onDemand');
    expect(nextStep({ ...reached, hasNextPage: false })).toBe('end');
  });

  it('loads automatically until a page is full (decision 41)', () => {
    expect(nextStep({ ...reached, rows: 0 })).toBe('fill');
    expect(nextStep({ ...reached, rows: 30, target: 48 })).toBe('fill');
    expect(nextStep({ ...reached, rows: 90, target: 96 })).toBe('fill');
    expect(nextStep({ ...reached, rows: 3, hasNextPage: false })).toBe('end');
  });

  it('does not retry automatically after a failure', () => {
    expect(nextStep({ ...reached, rows: 3, failed: true })).toBe('onDemand');
    expect(nextStep({ ...reached, rows: 48, target: 72, failed: true })).toBe('onDemand');
  });
});
