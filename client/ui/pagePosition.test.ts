import { firstPosition, positionFromParams, paramsWithPosition } from './pagePosition';

describe('the position of a page in the URL', () => {
  it('survives a round trip, after the filters', () => {
    const params = paramsWithPosition(new URLSearchParams('search=ann'), { after: 'x+/=', before: 24 });
    expect(params.toString()).toBe('search=ann&before=24&after=x%2B%2F%3D');
    expect(positionFromParams(new URLSearchParams(params.toString()))).toEqual({ after: 'x+/=', before: 24 });
  });

  it('is omitted on the first page, and invalid values mean the first page', () => {
    expect(paramsWithPosition(new URLSearchParams(), firstPosition).toString()).toBe('');
    for (const search of ['', 'before=24', 'after=x', 'after=x&before=-1', 'after=x&before=1.5', 'after=x&before=many'])
      expect(positionFromParams(new URLSearchParams(search))).toEqual(firstPosition);
  });
});
