import { rowsOfPage } from './useTablePages';

describe('rowsOfPage', () => {
  it('cuts the pages out of the rows that are here', () => {
    expect(rowsOfPage(0, 60, 24)).toEqual({ start: 0, end: 24 });
    expect(rowsOfPage(2, 60, 24)).toEqual({ start: 48, end: 60 });
    expect(rowsOfPage(0, 0, 24)).toEqual({ start: 0, end: 0 });
  });

  it('stays on the last page that has rows while the next one loads, and when the last row is gone', () => {
    expect(rowsOfPage(1, 24, 24)).toEqual({ start: 0, end: 24 });
    expect(rowsOfPage(2, 48, 24)).toEqual({ start: 24, end: 48 });
  });
});
